import type { MeetingId, UserId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import { HOUR_MS, type Instant, later, secondsUntil } from '#shared/foundation/core/time';

/** A ticket that can be used, or the connection that it opened: each takes one place. */
export interface LivePlace {
  readonly id: string;
  readonly userId: UserId;
  readonly meetingId: MeetingId;
}

export interface TakenPlace extends LivePlace {
  /** Whatever becomes of the connection. */
  readonly endsAt: Instant;
}

/**
 * API Gateway ends a WebSocket connection after two hours (quotas of WebSocket APIs): a connection that ended without a
 * word counts no longer than that.
 */
const LONGEST_CONNECTION_MS = 2 * HOUR_MS;

export const placeEndsAt = (connectedAt: Instant): Instant => later(connectedAt, LONGEST_CONNECTION_MS);

/** Abuse limits, on every version: docs/api/live.md. */
const MOST = { ofUserInMeeting: 10, ofMeeting: 500, ofUser: 200 } as const;

interface Taken {
  /** With the place that is asked for, as it was written. */
  readonly inMeeting: readonly TakenPlace[];
  readonly ofUser: readonly Pick<TakenPlace, 'endsAt'>[];
}

/** The 429 for a place that is one too many; undefined where it is not. It says when a place ends by itself at the latest. */
export function tooManyReaders({ userId }: LivePlace, { inMeeting, ofUser }: Taken, now: Instant): Refusal | undefined {
  const ofUserInMeeting = inMeeting.filter((one) => one.userId === userId);
  const counted = [
    { places: ofUserInMeeting, most: MOST.ofUserInMeeting, about: 'connections of one user to one live meeting' },
    { places: inMeeting, most: MOST.ofMeeting, about: 'connections to one live meeting' },
    { places: ofUser, most: MOST.ofUser, about: 'connections of one user to live meetings' },
  ];
  for (const { places, most, about } of counted) {
    const ends = places.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt > now);
    if (ends.length <= most) continue;
    const free = ends.toSorted((one, other) => one - other)[ends.length - 1 - most] ?? now;
    const retryInSeconds = Math.max(1, secondsUntil(free, now));
    const message = `The limit is ${most} ${about}, unused tickets included: close one, or try again in ${retryInSeconds} seconds.`;
    return new Refusal('rate_limited', [{ code: 'rate_limited', message }], { retryInSeconds });
  }
  return undefined;
}
