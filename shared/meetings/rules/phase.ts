import { isUnfinished } from '#shared/bots/rules/bot';
import { DAY_MS, type Instant, later } from '#shared/core/time';
import { type Meeting, placeInTime } from '#shared/meetings/rules/meeting';

export type Phase = 'upcoming' | 'live' | 'past' | 'cancelled';

type Timed = Pick<Meeting, 'carriers' | 'recordings' | 'startsAt' | 'endsAt' | 'createdAt'>;

/** Computed when a meeting is read; no job moves a meeting to `past`. docs/limits-and-rules.md#meeting-phase */
export function phaseOf(meeting: Timed, now: Instant): Phase {
  if (isCancelled(meeting)) return 'cancelled';
  if (isLive(meeting)) return 'live';
  if (meeting.recordings.some((one) => one.startedAt !== null && one.endedAt !== null)) return 'past';
  const end = reckonedEnd(meeting);
  return end !== null && end <= now ? 'past' : 'upcoming';
}

/** Every calendar event of it is cancelled. A meeting without calendar events is never cancelled. */
export const isCancelled = ({ carriers }: Pick<Meeting, 'carriers'>): boolean =>
  carriers.length > 0 && carriers.every((carrier) => carrier.cancelled);

export const isLive = ({ recordings }: Pick<Meeting, 'recordings'>): boolean =>
  recordings.some((recording) => recording.status === 'in_call');

/** The scheduled end; without one, when the last bot ended, or a day after the start where none was sent. */
export function reckonedEnd(meeting: Timed): Instant | null {
  if (meeting.endsAt !== null) return meeting.endsAt;
  const sent = meeting.carriers.length > 0 ? meeting.recordings.filter(wasSent) : meeting.recordings;
  if (sent.length === 0) return later(placeInTime(meeting), DAY_MS);
  if (sent.some((recording) => isUnfinished(recording.status))) return null;
  // A bot that failed before the start of a calendar event does not end the event before its start.
  const earliest = meeting.carriers.length > 0 ? placeInTime(meeting) : 0;
  return Math.max(earliest, ...sent.map((recording) => recording.endedAt ?? 0)) as Instant;
}

/** A bot that was cancelled before it recorded does not count: the calendar event goes on and may get another bot. */
const wasSent = ({ status, startedAt }: Timed['recordings'][number]): boolean =>
  status !== 'cancelled' || startedAt !== null;
