import { conflict } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import { isUnfinished } from '#shared/meetings/bots/rules/bot';
import { LONGEST_EVENT_MS } from '#shared/meetings/calendar-events/rules/calendar-event';
import { type Meeting, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';

export type Phase = 'upcoming' | 'live' | 'past' | 'cancelled';

type Timed = Pick<Meeting, 'carriers' | 'recordings' | 'startsAt' | 'endsAt' | 'createdAt'>;

/** What decides the phase at every later moment, as long as nothing is written. Lists project it in their index. */
export interface PhaseFacts {
  readonly isCancelled: boolean;
  readonly isLive: boolean;
  /** The moment from which it is past, unless it is cancelled or live; 0 once a recording has ended. */
  readonly pastFrom: Instant;
}

/** The one function that decides a phase, for the meeting that is shown and for lists: docs/limits-and-rules.md#meeting-phase */
export function phaseAt({ isCancelled, isLive, pastFrom }: PhaseFacts, now: Instant): Phase {
  if (isCancelled) return 'cancelled';
  if (isLive) return 'live';
  return pastFrom <= now ? 'past' : 'upcoming';
}

export const phaseFactsOf = (meeting: Timed): PhaseFacts => ({
  isCancelled: isCancelled(meeting),
  isLive: isLive(meeting),
  pastFrom: pastFrom(meeting),
});

export const phaseOf = (meeting: Timed, now: Instant): Phase => phaseAt(phaseFactsOf(meeting), now);

/**
 * When time alone makes the meeting past and a `meeting.updated` is due; null where no bot was sent to it, and where its
 * last save knew it as live, past or cancelled.
 */
export function pastDueAt(meeting: Timed & Pick<Meeting, 'updatedAt'>): Instant | null {
  const facts = phaseFactsOf(meeting);
  return meeting.recordings.length > 0 && phaseAt(facts, meeting.updatedAt) === 'upcoming' ? facts.pastFrom : null;
}

/** Every calendar event of it is cancelled. A meeting without calendar events is never cancelled. */
export const isCancelled = ({ carriers }: Pick<Meeting, 'carriers'>): boolean =>
  carriers.length > 0 && carriers.every((carrier) => carrier.cancelled);

export const isLive = ({ recordings }: Pick<Meeting, 'recordings'>): boolean =>
  recordings.some((recording) => recording.status === 'in_call');

/** A recording that ended makes it past at any moment, also for a server whose clock is behind; else its end does. */
const pastFrom = (meeting: Timed): Instant =>
  meeting.recordings.some(({ startedAt, endedAt }) => startedAt !== null && endedAt !== null)
    ? (0 as Instant)
    : effectiveEnd(meeting);

/**
 * The scheduled end. Without one, when the last bot ended that was dispatched or failed; a day after the start where
 * there is no such bot. A meeting without a start ends with its last bot, whatever became of that.
 */
export function effectiveEnd(meeting: Timed): Instant {
  const { startsAt, endsAt, recordings } = meeting;
  if (endsAt !== null) return endsAt;
  const start = sortTimeOf(meeting);
  const counted = startsAt === null ? recordings : recordings.filter(wasDispatched);
  if (counted.length === 0) return later(start, DAY_MS);
  // No call lasts longer than the longest event, whatever a recorder reports.
  if (recordings.some(({ status }) => isUnfinished(status))) return later(start, LONGEST_EVENT_MS);
  // A bot that failed before the start does not end the meeting before its start.
  return Math.max(start, ...counted.map(({ endedAt }) => endedAt ?? 0)) as Instant;
}

/** A bot that was cancelled while it was queued does not count: the meeting goes on and may get another bot. */
const wasDispatched = ({ status, dispatched }: Timed['recordings'][number]): boolean =>
  dispatched || (status !== 'queued' && status !== 'cancelled');

/** The settings of a meeting that is live, past or cancelled cannot be changed: 409. */
export function refuseUnlessUpcoming(meeting: Meeting, now: Instant): void {
  const phase = phaseOf(meeting, now);
  if (phase === 'live') throw conflict('The meeting is live: its settings can no longer be changed.', 'meeting_live');
  if (phase !== 'upcoming')
    throw conflict(`The meeting is ${phase}: its settings can no longer be changed.`, 'meeting_not_upcoming');
}
