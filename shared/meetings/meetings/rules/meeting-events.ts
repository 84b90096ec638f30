import { type Decision, decided } from '#shared/foundation/core/decision';
import { isSame } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { resultsStatus, shownResults } from '#shared/meetings/meetings/rules/results-status';

export const MEETING_EVENTS = ['meeting.created', 'meeting.updated', 'meeting.finished'] as const;

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<(typeof MEETING_EVENTS)[number], { readonly meeting: Meeting }> {}
}

/**
 * The events between two states of one meeting, and the meeting to save: it remembers which `meeting.finished` was
 * sent. A change of metadata alone causes no event. That it became past since its last save does, where a bot was sent
 * to it.
 */
export function withEvents(before: Meeting | undefined, after: Meeting, now: Instant): Decision<Meeting, DomainEvent> {
  if (!before) return decided<Meeting, DomainEvent>(after, { type: 'meeting.created', meeting: after });
  // Nothing is written, so that nothing is sent either.
  if (after === before) return decided<Meeting, DomainEvent>(before);
  const finished = newlyFinishedAs(after);
  const meeting = finished ? { ...after, finishedAs: finished } : after;
  const updated = differs([before, reportedAt(before, now)], [meeting, now])
    ? [{ type: 'meeting.updated', meeting } as const]
    : [];
  return {
    state: meeting,
    events: [...updated, ...(finished ? [{ type: 'meeting.finished', meeting } as const] : [])],
  };
}

/** Sent when the whole results reach `ready` or `failed`, and again only where `failed` becomes `ready`. */
function newlyFinishedAs(meeting: Meeting): 'ready' | 'failed' | null {
  const whole = resultsStatus(shownResults(meeting));
  if (whole === 'ready') return meeting.finishedAs === 'ready' ? null : 'ready';
  return whole === 'failed' && meeting.finishedAs === null ? 'failed' : null;
}

/**
 * The moment as of which receivers know the meeting: its last save where a bot was sent to it. The end of a meeting
 * without bots is not reported, so that it is known as of now.
 */
export const reportedAt = ({ recordings, updatedAt }: Meeting, now: Instant): Instant =>
  recordings.length > 0 ? updatedAt : now;

type AtMoment = readonly [meeting: Meeting, at: Instant];

/**
 * Compares what a receiver can see: schedule, people, settings, a recording's status, phase, a part's status, a hold.
 */
const differs = (before: AtMoment, after: AtMoment): boolean => !isSame(visible(...before), visible(...after));

function visible(meeting: Meeting, at: Instant) {
  const results = shownResults(meeting);
  return [
    [meeting.title, meeting.startsAt, meeting.endsAt, meeting.meetingUrl],
    [meeting.organizer, peopleOf(meeting), meeting.calendarEvent?.id, meeting.calendarEvent?.cancelledAt],
    meeting.settings.values,
    meeting.recordings.map(({ botId, status, scheduledAt, startedAt, endedAt, hasMedia }) => [
      botId,
      status === 'processing' || hasMedia ? 'completed' : status,
      startedAt ?? scheduledAt,
      endedAt,
    ]),
    phaseOf(meeting, at),
    [resultsStatus(results), results.transcript, results.summary, results.media, meeting.resultsRemovedAt],
    meeting.heldAt,
  ];
}
