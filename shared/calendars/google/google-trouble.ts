import * as v from 'valibot';
import { ProviderNotSetUp } from '#shared/calendars/consent/ports/consent-provider';
import { GoogleFault } from '#shared/calendars/google/google-answers';
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

/** https://developers.google.com/workspace/calendar/api/guides/errors: 403 stands for a lot. */
const TOO_MUCH = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'variableTermLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
];

/** The parameters that carry what Google gave us to go on by. */
const CURSORS = ['syncToken', 'pageToken'];

const LOST: Readonly<Record<string, GrantLostCode>> = {
  insufficientPermissions: 'insufficient_scope',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'insufficient_scope',
  accountDisabled: 'account_unavailable',
  accountDeleted: 'account_unavailable',
  accountUnverified: 'account_unavailable',
  /** The account has never had a calendar. */
  notACalendarUser: 'account_unavailable',
  /** The organization has turned Calendar, or programs that use it, off. */
  domainPolicy: 'account_unavailable',
  domainCannotAccessCalendar: 'account_unavailable',
};

/** The deployment's own project is not in order: whoever operates it mends that, and no member can. */
const OURS = ['accessNotConfigured', 'SERVICE_DISABLED', 'CONSUMER_INVALID', 'keyInvalid', 'projectNotLinked'];

/** What an answer other than a good one means. */
export function googleTrouble(answered: Answered, now: Instant): Error {
  const { status, headers } = answered;
  const { reasons, locations } = whyOf(answered);
  const message = `Google Calendar answered ${status}${wordIn(reasons[0])}.`;
  const saidAny = (words: readonly string[]) => reasons.some((reason) => words.includes(reason));

  if (status === 410 || (status === 400 && locations.some((at) => CURSORS.includes(at))))
    return new CursorExpired(message);
  if (status === 429 || (status === 403 && saidAny(TOO_MUCH)))
    return new ProviderThrottled(message, retryAfterMs(headers, now));
  const lost = reasons.map((reason) => LOST[reason]).find((code) => code !== undefined);
  if (lost && status < 500) return new GrantLost(lost, message);
  // Also an address for notifications that it will not call is a 401.
  if (status === 401 && !reasons.some((reason) => reason.startsWith('push.')))
    return new GrantLost('access_revoked', message);
  if (saidAny(OURS)) return new ProviderNotSetUp(message);
  return status < 400 || status >= 500 ? new ProviderDown(message) : new ProviderRefused(message, status);
}

function whyOf({ json }: Answered) {
  const read = v.safeParse(GoogleFault, json);
  if (!read.success) return { reasons: [], locations: [] };
  const { status, errors, details } = read.output.error;
  const reasons = [...errors.map(({ reason }) => reason), ...details.map(({ reason }) => reason), status];
  return {
    reasons: reasons.flatMap((reason) => reason ?? []),
    locations: errors.flatMap(({ location }) => location ?? []),
  };
}
