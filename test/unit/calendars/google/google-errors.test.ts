import { googleError } from '#shared/calendars/google/google-errors';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/calendars/requests/an-api';

/** As https://developers.google.com/workspace/calendar/api/guides/errors writes them. */
const said = (status: number, reason?: string, more: Readonly<Record<string, unknown>> = {}) =>
  googleError(
    {
      status,
      headers: new Headers(),
      json: reason && { error: { code: status, message: 'In words.', errors: [{ domain: 'x', reason, ...more }] } },
    },
    noon,
  );

describe('an error of Google Calendar', () => {
  it.each([
    ['410 and a full sync is needed', said(410, 'fullSyncRequired'), 'CursorExpired'],
    ['410 and nothing', said(410), 'CursorExpired'],
    ['a sync token that was never one', said(400, 'invalid', { location: 'syncToken' }), 'CursorExpired'],
    ['any other bad request', said(400, 'timeRangeEmpty', { location: 'timeMax' }), 'ProviderRefused'],
    ['429', said(429, 'rateLimitExceeded'), 'ProviderThrottled'],
    ['403 for the project', said(403, 'rateLimitExceeded'), 'ProviderThrottled'],
    ['403 for the person', said(403, 'userRateLimitExceeded'), 'ProviderThrottled'],
    ['403 for the calendar', said(403, 'quotaExceeded'), 'ProviderThrottled'],
    ['an API that is not turned on in our project', said(403, 'accessNotConfigured'), 'ProviderNotSetUp'],
    ['an address that it will not notify', said(401, 'push.webhookUrlUnauthorized'), 'ProviderRefused'],
    ['another 403', said(403, 'forbidden'), 'ProviderRefused'],
    ['500', said(500, 'backendError'), 'ProviderDown'],
    ['503 and no JSON', said(503), 'ProviderDown'],
    ['a redirection', said(302), 'ProviderDown'],
  ])('is classified: %s', (_case, error, name) => {
    expect(error.name).toBe(name);
  });

  it.each([
    ['a token that is refused', said(401, 'authError'), 'access_revoked'],
    ['401 and nothing', said(401), 'access_revoked'],
    ['a box that was not ticked', said(403, 'insufficientPermissions'), 'insufficient_scope'],
    ['an account that was closed', said(403, 'accountDisabled'), 'account_unavailable'],
    ['an account without a calendar', said(404, 'notACalendarUser'), 'account_unavailable'],
  ])('means a lost grant: %s', (_case, error, code) => {
    expect(error).toMatchObject({ name: 'GrantLost', code });
  });

  it('means a lost grant also in the newer format', () => {
    const json = {
      error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] },
    };

    expect(googleError({ status: 403, headers: new Headers(), json }, noon)).toMatchObject({
      name: 'GrantLost',
      code: 'insufficient_scope',
    });
  });

  it('has the time to wait when Google sends it', () => {
    const throttled = { status: 429, headers: new Headers({ 'retry-after': '7' }), json: undefined };

    expect(googleError(throttled, noon)).toMatchObject({ retryAfterMs: 7_000 });
    expect(said(403, 'rateLimitExceeded')).toMatchObject({ retryAfterMs: undefined });
  });

  it('has the reason in its message, and no other text of the response', () => {
    expect(said(403, 'rateLimitExceeded').message).toBe('Google Calendar answered 403 (rateLimitExceeded).');
    expect(said(403, 'see https://x.test/?access_token=ya29.secret').message).toBe('Google Calendar answered 403.');
  });
});
