import { type Decision, decided } from '#shared/core/decision';
import { isSame } from '#shared/core/same';
import type { Instant } from '#shared/core/time';
import type { DomainEvent } from '#shared/events/rules/domain-event';
import { type Meeting, peopleOf } from '#shared/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/rules/phase';
import { shownResults, wholeStatus } from '#shared/meetings/rules/whole-results';

/**
 * The events between two states of one meeting, and the meeting to save: it remembers which `meeting.finished` was sent.
 * A change of metadata alone causes no event. Neither does becoming past by the clock, since nothing is written then.
 */
export function withEvents(before: Meeting | undefined, after: Meeting, now: Instant): Decision<Meeting, DomainEvent> {
  if (!before) return decided<Meeting, DomainEvent>(after, { type: 'meeting.created', meeting: after });
  const finished = newlyFinishedAs(after);
  const meeting = finished ? { ...after, finishedAs: finished } : after;
  const updated = differs(before, meeting, now) ? [{ type: 'meeting.updated', meeting } as const] : [];
  return {
    state: meeting,
    events: [...updated, ...(finished ? [{ type: 'meeting.finished', meeting } as const] : [])],
  };
}

/** Sent when the whole results reach `ready` or `failed`, and again only where `failed` becomes `ready`. */
function newlyFinishedAs(meeting: Meeting): 'ready' | 'failed' | null {
  const whole = wholeStatus(shownResults(meeting));
  if (whole === 'ready') return meeting.finishedAs === 'ready' ? null : 'ready';
  return whole === 'failed' && meeting.finishedAs === null ? 'failed' : null;
}

/** Compares what a receiver can see: schedule, people, settings, a recording's status, phase, a part's status. */
function differs(before: Meeting, after: Meeting, now: Instant): boolean {
  return !isSame(visible(before, now), visible(after, now));
}

function visible(meeting: Meeting, now: Instant) {
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
    phaseOf(meeting, now),
    [wholeStatus(results), results.transcript, results.summary, results.media],
  ];
}
