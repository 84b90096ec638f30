import * as v from 'valibot';
import { ProviderNotSetUp } from '#shared/calendars/consent/ports';
import { GoogleErrorBody } from '#shared/calendars/google/google-schemas';
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

/** Reasons of a 403 that is throttling (https://developers.google.com/workspace/calendar/api/guides/errors). */
const THROTTLED = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'variableTermLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
];

/** The parameters of a list that hold a cursor. */
const CURSOR_PARAMETERS = ['syncToken', 'pageToken'];

const GRANT_LOST: Readonly<Record<string, GrantLostCode>> = {
  insufficientPermissions: 'insufficient_scope',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'insufficient_scope',
  accountDisabled: 'account_unavailable',
  accountDeleted: 'account_unavailable',
  accountUnverified: 'account_unavailable',
  /** The account has never had a calendar. */
  notACalendarUser: 'account_unavailable',
  /** The organization has disabled Calendar, or applications that use it. */
  domainPolicy: 'account_unavailable',
  domainCannotAccessCalendar: 'account_unavailable',
};

/** The Google Cloud project of this deployment is misconfigured, which its operator has to correct. */
const PROJECT_MISCONFIGURED = [
  'accessNotConfigured',
  'SERVICE_DISABLED',
  'CONSUMER_INVALID',
  'keyInvalid',
  'projectNotLinked',
];

/** The error of the calendar port for a response that is no success. */
export function googleError(response: ProviderResponse, now: Instant): Error {
  const { status, headers } = response;
  const { reasons, locations } = detailsOf(response);
  const message = `Google Calendar answered ${status}${codeSuffix(reasons[0])}.`;
  const hasReason = (wanted: readonly string[]) => reasons.some((reason) => wanted.includes(reason));

  if (status === 410 || (status === 400 && locations.some((at) => CURSOR_PARAMETERS.includes(at))))
    return new CursorExpired(message);
  if (status === 429 || (status === 403 && hasReason(THROTTLED)))
    return new ProviderThrottled(message, retryAfterMs(headers.get('retry-after'), now));
  const lost = reasons.map((reason) => GRANT_LOST[reason]).find((code) => code !== undefined);
  if (lost && status < 500) return new GrantLost(lost, message);
  // Google also responds 401 to a notification address that it refuses to call.
  if (status === 401 && !reasons.some((reason) => reason.startsWith('push.')))
    return new GrantLost('access_revoked', message);
  if (hasReason(PROJECT_MISCONFIGURED)) return new ProviderNotSetUp(message);
  return status < 400 || status >= 500 ? new ProviderDown(message) : new ProviderRefused(message, status);
}

function detailsOf({ json }: ProviderResponse) {
  const parsed = v.safeParse(GoogleErrorBody, json);
  if (!parsed.success) return { reasons: [], locations: [] };
  const { status, errors, details } = parsed.output.error;
  const reasons = [...errors.map(({ reason }) => reason), ...details.map(({ reason }) => reason), status];
  return {
    reasons: reasons.flatMap((reason) => reason ?? []),
    locations: errors.flatMap(({ location }) => location ?? []),
  };
}
