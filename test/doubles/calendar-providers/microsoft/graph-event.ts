import { type Instant, isoOf } from '#shared/foundation/core/time';
import type {
  CalendarOccurrence,
  CalendarPerson,
  EventDetails,
  Invited,
  Series,
} from '#test/doubles/calendar-providers/calendar/events';
import { wallText } from '#test/doubles/calendar-providers/calendar/zones';
import { graphIdOf, occurrenceUidOf } from './graph-ids.ts';
import { recurrenceOf } from './graph-recurrence.ts';
import type { Preferences } from './preferences.ts';

const NEVER = '0001-01-01T00:00:00Z';

const RESPONSES = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentativelyAccepted',
  needs_action: 'notResponded',
};

/** Seven digits after the second, no offset: the zone stands beside it. */
const timeOf = (at: Instant, isAllDay: boolean, { zone }: Preferences) => ({
  dateTime: `${wallText(at, isAllDay ? 'UTC' : zone)}.0000000`,
  timeZone: zone,
});

const timesOf = (
  { startsAt, endsAt, isAllDay }: Pick<CalendarOccurrence, 'startsAt' | 'endsAt' | 'isAllDay'>,
  preferences: Preferences,
) => ({
  start: timeOf(startsAt, isAllDay, preferences),
  end: timeOf(endsAt, isAllDay, preferences),
});

const etagOf = (updatedAt: Instant): string => `W/"${Buffer.from(String(updatedAt)).toString('base64')}"`;

/** All that a delta says of an occurrence: github.com/microsoftgraph/microsoft-graph-docs/issues/7632 */
export const sparseOccurrence = (occurrence: CalendarOccurrence, preferences: Preferences) => ({
  '@odata.type': '#microsoft.graph.event',
  '@odata.etag': etagOf(occurrence.updatedAt),
  id: graphIdOf(occurrence),
  seriesMasterId: occurrence.eventId,
  type: 'occurrence',
  ...timesOf(occurrence, preferences),
});

/** A single event, an occurrence or an exception as a whole. */
export const graphEvent = (occurrence: CalendarOccurrence, account: string, preferences: Preferences) => ({
  ...shared(occurrence, account, preferences),
  id: graphIdOf(occurrence),
  iCalUId: occurrenceUidOf(occurrence),
  type: occurrence.recurring ? (occurrence.isException ? 'exception' : 'occurrence') : 'singleInstance',
  seriesMasterId: occurrence.recurring ? occurrence.eventId : null,
  ...(occurrence.recurring && { originalStart: isoOf(occurrence.originalStartsAt).replace('.000Z', 'Z') }),
  isAllDay: occurrence.isAllDay,
  isCancelled: occurrence.isCancelled,
  recurrence: null,
  ...timesOf(occurrence, preferences),
});

/** The row of a series itself; its times are those of its first occurrence. */
export const graphMaster = (series: Series, account: string, preferences: Preferences) => ({
  ...shared({ ...series, isCancelled: series.state === 'cancelled' }, account, preferences),
  id: series.id,
  iCalUId: series.icalUid,
  type: 'seriesMaster',
  seriesMasterId: null,
  isAllDay: series.isAllDay,
  isCancelled: series.state === 'cancelled',
  recurrence: recurrenceOf(series),
  ...timesOf(series, preferences),
});

/** `deleted` is said of what left the window, too. */
export const removed = (id: string) => ({
  '@odata.type': '#microsoft.graph.event',
  id,
  '@removed': { reason: 'deleted' },
});

interface Shared extends EventDetails {
  readonly isCancelled: boolean;
  readonly timeZone: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const shared = (event: Shared, account: string, preferences: Preferences) => ({
  '@odata.type': '#microsoft.graph.event',
  '@odata.etag': etagOf(event.updatedAt),
  createdDateTime: isoOf(event.createdAt),
  lastModifiedDateTime: isoOf(event.updatedAt),
  changeKey: Buffer.from(String(event.updatedAt)).toString('base64'),
  categories: [],
  originalStartTimeZone: event.timeZone,
  originalEndTimeZone: event.timeZone,
  reminderMinutesBeforeStart: 15,
  isReminderOn: true,
  hasAttachments: false,
  subject: event.isCancelled ? `Canceled: ${event.title ?? ''}` : (event.title ?? ''),
  bodyPreview: textOf(event.description ?? '').slice(0, 255),
  body: bodyOf(event.description ?? '', preferences),
  importance: 'normal',
  sensitivity: event.isPrivate ? 'private' : 'normal',
  showAs: event.kind === 'outOfOffice' ? 'oof' : 'busy',
  isOrganizer: event.organizer.email === account,
  responseRequested: true,
  allowNewTimeProposals: true,
  isDraft: false,
  hideAttendees: false,
  location: {
    displayName: event.location ?? '',
    locationType: 'default',
    uniqueId: event.location ?? '',
    uniqueIdType: 'private',
  },
  locations: event.location === null ? [] : [{ displayName: event.location, locationType: 'default' }],
  organizer: { emailAddress: addressOf(event.organizer) },
  attendees: event.attendees.map(attendeeOf),
  responseStatus: { response: ownResponse(event, account), time: NEVER },
  webLink: 'https://outlook.office365.com/owa/?itemid=test&exvsurl=1&path=/calendar/item',
  ...onlineMeetingOf(event.conferenceUrl),
});

const addressOf = ({ name, email }: CalendarPerson) => ({ name: name ?? email, address: email });

const attendeeOf = (attendee: Invited) => ({
  type: attendee.isResource ? 'resource' : 'required',
  status: { response: attendee.response === 'needs_action' ? 'none' : RESPONSES[attendee.response], time: NEVER },
  emailAddress: addressOf(attendee),
});

function ownResponse({ organizer, attendees }: EventDetails, account: string): string {
  if (organizer.email === account) return 'organizer';
  const own = attendees.find(({ email }) => email === account);
  return own ? RESPONSES[own.response] : 'none';
}

/** Teams has the field; what others leave is the older one, and mostly only location and text. */
function onlineMeetingOf(url: string | null) {
  const isTeams = url !== null && /^https:\/\/teams\.(microsoft|live)\.com\//.test(url);
  return {
    isOnlineMeeting: isTeams,
    onlineMeetingProvider: isTeams ? 'teamsForBusiness' : 'unknown',
    onlineMeeting: isTeams ? { joinUrl: url } : null,
    onlineMeetingUrl: isTeams ? null : url,
  };
}

/** As Exchange writes it: the target of a link stands behind its text, in angle brackets. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gis, '$2&lt;$1&gt;')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

const bodyOf = (description: string, { bodyType }: Preferences) => {
  if (bodyType === 'text') return { contentType: 'text', content: textOf(description) };
  const head = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>';
  return { contentType: 'html', content: description === '' ? '' : `${head}<body>${description}</body></html>` };
};
