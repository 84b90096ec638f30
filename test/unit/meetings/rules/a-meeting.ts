import type { CalendarEventId, IdPrefix, IdsByPrefix, MemberId } from '#shared/foundation/core/ids';
import type { Attendee } from '#shared/foundation/core/people';
import { NO_RESULTS } from '#shared/meetings/bots/rules/bot';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { LinkedEvent, Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';

/** An id with a readable name in it. */
export const anId = <Prefix extends IdPrefix>(prefix: Prefix, name = 'one'): IdsByPrefix[Prefix] =>
  `${prefix}_${name}` as IdsByPrefix[Prefix];

export const LINK = 'https://meet.google.com/abc-good-def';

/** A meeting at noon, an hour long, without calendar events and bots. */
export const aMeeting = (given: Partial<Meeting> = {}): Meeting => ({
  id: anId('mtg'),
  workspaceId: anId('wks'),
  source: 'calendar_sync',
  title: 'Planning',
  startsAt: noon,
  endsAt: minutes(60),
  meetingUrl: LINK,
  platform: 'meet',
  organizer: null,
  invited: [],
  calendarEvent: null,
  carriers: [],
  botMembers: [],
  recordings: [],
  settings: DEFAULTS_ALONE,
  finishedAs: null,
  metadata: {},
  createdAt: minutes(-600),
  updatedAt: minutes(-600),
  ...given,
});

/** One that is to be recorded. */
export const aRecordedMeeting = (given: Partial<Meeting> = {}): Meeting =>
  aMeeting({
    settings: { ...DEFAULTS_ALONE, values: { ...DEFAULTS_ALONE.values, 'recording.enabled': true } },
    carriers: [aLinkedEvent('ada')],
    ...given,
  });

/** An automatic bot that waits for noon. */
export const aRecording = (given: Partial<Recording> = {}): Recording => ({
  botId: anId('bot'),
  automatic: true,
  status: 'queued',
  dispatched: false,
  scheduledAt: minutes(-3),
  startedAt: null,
  endedAt: null,
  hasMedia: false,
  results: NO_RESULTS,
  ...given,
});

/** What the meeting stores of the event of a member with this name. */
export const aLinkedEvent = (name: string, given: Partial<LinkedEvent> = {}): LinkedEvent => ({
  eventId: anId('cev', name) as CalendarEventId,
  memberId: anId('mem', name) as MemberId,
  source: 'calendar_sync',
  organizes: false,
  declined: false,
  cancelled: false,
  since: minutes(-600),
  ...given,
});

export const anAttendee = (email: string, given: Partial<Attendee> = {}): Attendee => ({
  name: null,
  email,
  memberId: null,
  response: 'accepted',
  ...given,
});

/** The event of a member with this name, at noon, an hour long. */
export const anEvent = (name: string, given: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: anId('cev', name),
  workspaceId: anId('wks'),
  meetingId: anId('mtg'),
  memberId: anId('mem', name),
  source: 'calendar_sync',
  calendarId: null,
  account: null,
  sourceId: null,
  icalUid: 'planning@acme.test',
  recurring: false,
  originalStartsAt: noon,
  title: 'Planning',
  startsAt: noon,
  endsAt: minutes(60),
  meetingUrl: LINK,
  organizer: null,
  attendees: [],
  metadata: {},
  cancelledAt: null,
  createdAt: minutes(-600),
  updatedAt: minutes(-600),
  ...given,
});
