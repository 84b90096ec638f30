import * as v from 'valibot';
import { ERROR_CODES } from '#shared/wiring/documents/error-codes';
import { ErrorsBody } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { CASES } from './code-cases.ts';

/**
 * Every code by status, written down here a second time, so that the list in the source cannot lose one
 * (docs/api/errors.md).
 */
const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request invalid_json invalid_api_version missing',
  401: 'missing_api_key invalid_api_key unauthorized',
  403: 'plan_upgrade_required workspace_access_not_allowed workspace_update_not_allowed workspace_archive_not_allowed workspace_creation_not_allowed',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict bot_not_editable bot_not_cancellable workspace_owner calendar_already_connected meeting_not_upcoming meeting_live shared_meeting no_calendar_event idempotency_key_in_use',
  412: 'precondition_failed',
  422: 'missing blank invalid inclusion invalid_type invalid_format too_long unusable_setting provider_rejected shared_account unavailable seat_billed_plan unknown_field not_supported not_available enforced idempotency_key_reused',
  428: 'precondition_required',
  429: 'rate_limited workspace_creation_rate_limited',
  500: 'internal_error',
  502: 'provider_error',
  503: 'provider_unavailable',
};

/** Reserved: no operation sends them (docs/api/errors.md). */
const ASIDE = ['409 shared_meeting', '422 seat_billed_plan'];

/** Of the page on which a person gives consent, in its own words: test/contract/connect-pages. */
const ON_PAGES = ['409 calendar_already_connected', '422 shared_account'];

const documented = Object.entries(CODES).flatMap(([status, codes]) =>
  codes.split(' ').map((code) => `${status} ${code}`),
);

describe('every code of the documents', () => {
  it('has a case that reaches it, but those that are set aside or are for people', () => {
    expect([...Object.keys(CASES), ...ASIDE, ...ON_PAGES].sort()).toEqual([...documented].sort());
  });

  it('is in the list that partners read, and no other', () => {
    expect(ERROR_CODES.map(({ status, code }) => `${status} ${code}`).sort()).toEqual([...documented].sort());
  });

  it('is set aside in that list, too, where nothing sends it', () => {
    const aside = ERROR_CODES.filter(({ reserved }) => reserved).map(({ status, code }) => `${status} ${code}`);

    expect(aside.sort()).toEqual([...ASIDE].sort());
  });

  it.each(Object.entries(CASES))('is reached, in the one shape of all refusals: %s', async (named, reach) => {
    const { status, headers, body } = await reach();

    expect(body.errors.map(({ code }: { code: string }) => `${status} ${code}`)).toContain(named);
    expect(v.safeParse(ErrorsBody, body).issues ?? []).toEqual([]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'service-version': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
    });
    expect(headers['retry-after']).toBe(body.retry_in_seconds === undefined ? undefined : `${body.retry_in_seconds}`);
    if (status === 429) expect(body.retry_in_seconds).toBeGreaterThan(0);
  });
});
