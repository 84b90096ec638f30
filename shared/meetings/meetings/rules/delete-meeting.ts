import type { BotId, CalendarEventId, MeetingId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { requireNotHeld } from '#shared/meetings/meetings/rules/hold';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { requireRemovable } from '#shared/meetings/meetings/rules/remove-results';

/** 409 under a legal hold, while a bot of it is not finished, and before its end while a calendar has it. */
export function requireDeletable(meeting: Meeting, now: Instant): void {
  requireNotHeld(meeting);
  const waiting = meeting.recordings.find(({ status }) => status === 'queued');
  if (waiting)
    throw conflict(`The bot ${waiting.botId} is still to join the meeting: cancel it with DELETE /bots/{id}.`);
  requireRemovable(meeting);
  if (phaseOf(meeting, now) === 'upcoming' && meeting.carriers.some(({ cancelled }) => !cancelled))
    throw conflict(
      'The meeting is upcoming: cancel it with DELETE /calendar_events/{id}, or delete it when it is past.',
    );
}

/** Calendar events and bots that one transaction of 100 writes deletes; members for whom bots were sent are 40 at most. */
const MOST_EVENTS = 10;
const MOST_BOTS = 20;

/** One of the transactions that delete a meeting: what it deletes, and the meeting that is left. */
export interface DeletionStep {
  readonly eventIds: readonly CalendarEventId[];
  readonly botIds: readonly BotId[];
  /** Undefined for the last one. */
  readonly left: Meeting | undefined;
}

/** Bots go once no calendar event is left: what a bot recorded says that the meeting is past. */
export function nextDeletion(meeting: Meeting, now: Instant): DeletionStep {
  const [events, carriers] = [meeting.carriers.slice(0, MOST_EVENTS), meeting.carriers.slice(MOST_EVENTS)];
  const most = carriers.length > 0 ? 0 : MOST_BOTS;
  const [gone, recordings] = [meeting.recordings.slice(0, most), meeting.recordings.slice(most)];
  const isLast = carriers.length === 0 && recordings.length === 0;
  return {
    eventIds: events.map(({ eventId }) => eventId),
    botIds: gone.map(({ botId }) => botId),
    left: isLast ? undefined : { ...meeting, carriers, recordings, updatedAt: now },
  };
}

/** The content of the job about a meeting that is gone. A type and not an interface, since it is stored as JSON. */
export type DeletedMeeting = { readonly meetingId: MeetingId };

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A meeting was deleted: the records of its mails are to go. */
    'job.meeting_deletion': { readonly content: DeletedMeeting };
  }
}
