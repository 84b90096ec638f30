import * as v from 'valibot';
import { GraphErrorBody } from '#shared/calendars/microsoft/graph-schemas';
import { codeSuffix, type ProviderResponse } from '#shared/calendars/requests/send-request';
import {
  CursorExpired,
  GrantLost,
  type GrantLostCode,
  ProviderDown,
  ProviderRefused,
  ProviderThrottled,
} from '#shared/calendars/sync/ports';
import { retryAfterMs } from '#shared/foundation/core/retry-after';
import type { Instant } from '#shared/foundation/core/time';

/** In lower case, since Graph and Exchange spell the same code differently. */
const CURSOR_EXPIRED = ['syncstatenotfound', 'syncstateinvalid', 'resyncrequired', 'errorsyncstateinvalid'];

const GRANT_LOST: Readonly<Record<string, GrantLostCode>> = {
  erroraccessdenied: 'insufficient_scope',
  accessdenied: 'insufficient_scope',
  authorization_requestdenied: 'insufficient_scope',
  /** The account has no mailbox, or one on the organization's own servers. */
  mailboxnotenabledforrestapi: 'account_unavailable',
  mailboxnotsupportedforrestapi: 'account_unavailable',
  errornonexistentmailbox: 'account_unavailable',
  errormailboxnotfound: 'account_unavailable',
  errorinvaliduser: 'account_unavailable',
  erroraccountsuspend: 'account_unavailable',
  resourcenotfound: 'account_unavailable',
};

/** The error of the calendar port for a response that is no success. */
export function graphError({ status, headers, json }: ProviderResponse, now: Instant): Error {
  const parsed = v.safeParse(GraphErrorBody, json);
  const spelled = parsed.success ? parsed.output.error.code : undefined;
  const code = spelled?.toLowerCase() ?? '';
  const message = `Microsoft Graph answered ${status}${codeSuffix(spelled)}.`;

  if (status === 410 || CURSOR_EXPIRED.includes(code)) return new CursorExpired(message);
  // Exchange also throttles with 503 and a Retry-After header.
  if (status === 429 || (status >= 500 && headers.has('retry-after')))
    return new ProviderThrottled(message, retryAfterMs(headers.get('retry-after'), now));
  if (status < 400 || status >= 500) return new ProviderDown(message);
  const lost = GRANT_LOST[code];
  if (lost && status !== 401) return new GrantLost(lost, message);
  return status === 401 ? new GrantLost('access_revoked', message) : new ProviderRefused(message, status);
}
