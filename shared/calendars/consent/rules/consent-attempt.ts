import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConnectLinkId } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/core/time';

/** An authorization at a provider: valid for one callback, in the same browser, within ten minutes. */
export interface ConsentAttempt {
  readonly linkId: ConnectLinkId;
  readonly provider: CalendarProviderName;
  /** Digest of the secret in the browser's cookie. */
  readonly browserDigest: string;
  readonly expiresAt: Instant;
}

const GOOD_FOR_MS = 10 * MINUTE_MS;

export const attemptEndsAt = (now: Instant): Instant => later(now, GOOD_FOR_MS);

export const isAttemptOver = ({ expiresAt }: ConsentAttempt, now: Instant): boolean => expiresAt <= now;
