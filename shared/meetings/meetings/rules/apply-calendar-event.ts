import type { CalendarEventId, MeetingId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { isDeclined, isOrganizers } from '#shared/meetings/calendar-events/rules/push-event';
import type { LinkedEvent, Meeting } from '#shared/meetings/meetings/rules/meeting';
import { platformOf } from '#shared/meetings/meetings/rules/read-link';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';

/** A new meeting for an event; `applyCalendarEvent` fills in what it shows. */
export const meetingFor = (event: CalendarEvent, id: MeetingId, now: Instant): Meeting => ({
  id,
  workspaceId: event.workspaceId,
  source: event.source,
  title: null,
  startsAt: null,
  endsAt: null,
  meetingUrl: null,
  platform: null,
  organizer: null,
  invited: [],
  calendarEvent: null,
  carriers: [],
  botMembers: [],
  recordings: [],
  settings: DEFAULTS_ALONE,
  finishedAs: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
});

/** The id of the event that a meeting shows once this one changed; the caller loads it where it is another one. */
export function shownEventId(meeting: Meeting, event: CalendarEvent): CalendarEventId {
  const carriers = linkedEventsWith(meeting, event);
  const candidates = carriers.some((one) => !one.cancelled) ? carriers.filter((one) => !one.cancelled) : carriers;
  const [first] = [...candidates].sort(
    (one, other) =>
      Number(other.organizes) - Number(one.organizes) ||
      one.since - other.since ||
      (one.eventId < other.eventId ? -1 : 1),
  );
  return first?.eventId ?? event.id;
}

/** The meeting after one of its events changed, showing the given one; a chosen join time ends with the start that it is for. Settings and bots are decided afterwards. */
export function applyCalendarEvent(meeting: Meeting, event: CalendarEvent, shown: CalendarEvent): Meeting {
  const { chosenJoinAt, ...rest } = meeting;
  const hasMoved = meeting.startsAt !== shown.startsAt;
  return {
    ...rest,
    ...(chosenJoinAt !== undefined && !hasMoved && { chosenJoinAt }),
    carriers: linkedEventsWith(meeting, event),
    calendarEvent: shown,
    title: shown.title,
    startsAt: shown.startsAt,
    endsAt: shown.endsAt,
    meetingUrl: shown.meetingUrl,
    platform: shown.meetingUrl === null ? null : platformOf(shown.meetingUrl),
    organizer: shown.organizer,
  };
}

/** Calendar events that a meeting takes: docs/limits-and-rules.md#sizes. Its row holds an entry for each. */
export const MOST_CALENDAR_EVENTS = 200;

/** 409 for one event more than a meeting takes. */
function linkedEventsWith(meeting: Meeting, event: CalendarEvent): readonly LinkedEvent[] {
  const entry: LinkedEvent = {
    eventId: event.id,
    memberId: event.memberId,
    source: event.source,
    organizes: isOrganizers(event),
    declined: isDeclined(event),
    cancelled: event.cancelledAt !== null,
    since: event.createdAt,
  };
  const known = meeting.carriers.some((carrier) => carrier.eventId === event.id);
  if (known) return meeting.carriers.map((carrier) => (carrier.eventId === event.id ? entry : carrier));
  if (meeting.carriers.length >= MOST_CALENDAR_EVENTS)
    throw conflict(`The meeting has ${MOST_CALENDAR_EVENTS} calendar events already, which is the most it takes.`);
  return [...meeting.carriers, entry];
}
