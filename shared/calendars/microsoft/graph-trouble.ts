import * as v from 'valibot';
import { GraphFault } from '#shared/calendars/microsoft/graph-answers';
import { wordIn } from '#shared/calendars/requests/answer-of';
import type { Answered } from '#shared/calendars/requests/ask';
import { retryAfterMs } from '#shared/calendars/requests/retry-after';
import {
  CursorExpired,
  GrantLost,
  type GrantLostCode,
  ProviderDown,
  ProviderRefused,
  ProviderThrottled,
} from '#shared/calendars/sync/ports/calendar-provider';
import type { Instant } from '#shared/core/time';

/** In lower case: Graph and Exchange write the same code in several ways. */
const EXPIRED = ['syncstatenotfound', 'syncstateinvalid', 'resyncrequired', 'errorsyncstateinvalid'];

const LOST: Readonly<Record<string, GrantLostCode>> = {
  erroraccessdenied: 'insufficient_scope',
  accessdenied: 'insufficient_scope',
  authorization_requestdenied: 'insufficient_scope',
  /** The account has no mailbox, or has it in the organization's own cellar. */
  mailboxnotenabledforrestapi: 'account_unavailable',
  mailboxnotsupportedforrestapi: 'account_unavailable',
  errornonexistentmailbox: 'account_unavailable',
  errormailboxnotfound: 'account_unavailable',
  errorinvaliduser: 'account_unavailable',
  erroraccountsuspend: 'account_unavailable',
  resourcenotfound: 'account_unavailable',
};

/** What an answer other than a good one means. */
export function graphTrouble({ status, headers, json }: Answered, now: Instant): Error {
  const read = v.safeParse(GraphFault, json);
  const word = read.success ? read.output.error.code : undefined;
  const code = word?.toLowerCase() ?? '';
  const message = `Microsoft Graph answered ${status}${wordIn(word)}.`;

  if (status === 410 || EXPIRED.includes(code)) return new CursorExpired(message);
  // Exchange throttles by 503, too, and then says for how long.
  if (status === 429 || (status >= 500 && headers.has('retry-after')))
    return new ProviderThrottled(message, retryAfterMs(headers, now));
  if (status < 400 || status >= 500) return new ProviderDown(message);
  const lost = LOST[code];
  if (lost && status !== 401) return new GrantLost(lost, message);
  return status === 401 ? new GrantLost('access_revoked', message) : new ProviderRefused(message, status);
}
