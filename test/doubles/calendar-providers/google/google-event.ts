import { isoOf } from '#shared/foundation/core/time';
import type { CalendarOccurrence, Invited, Times } from '#test/doubles/calendar-providers/calendar/events';
import { compactText, offsetText } from '#test/doubles/calendar-providers/calendar/zones';

/** `<event>` or `<series>_<where the rule puts it>`: the id stays when an occurrence is moved. */
export const googleIdOf = ({ eventId, recurring, originalStartsAt, isAllDay }: CalendarOccurrence): string => {
  if (!recurring) return eventId;
  const at = compactText(originalStartsAt, 'UTC');
  return `${eventId}_${isAllDay ? at.slice(0, 8) : `${at}Z`}`;
};

const RESPONSES = { accepted: 'accepted', declined: 'declined', tentative: 'tentative', needs_action: 'needsAction' };

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const timeOf = (at: Times['startsAt'], isAllDay: boolean, zone: string) =>
  isAllDay ? { date: day(at) } : { dateTime: offsetText(at, zone), timeZone: zone };

const etagOf = (occurrence: CalendarOccurrence): string => `"${occurrence.updatedAt * 2}000"`;

/** developers.google.com/workspace/calendar/api/v3/reference/events: absent rather than null, defaults left out. */
export function googleEvent(occurrence: CalendarOccurrence, account: string) {
  const { organizer, attendees, isAllDay, timeZone, recurring } = occurrence;
  const creator = { email: organizer.email, ...(organizer.email === account && { self: true }) };
  return {
    kind: 'calendar#event',
    etag: etagOf(occurrence),
    id: googleIdOf(occurrence),
    status: 'confirmed',
    htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(googleIdOf(occurrence)).toString('base64url')}`,
    created: isoOf(occurrence.createdAt),
    updated: isoOf(occurrence.updatedAt),
    ...(occurrence.title !== null && { summary: occurrence.title }),
    ...(occurrence.description !== null && { description: occurrence.description }),
    ...(occurrence.location !== null && { location: occurrence.location }),
    creator,
    organizer: { ...creator, ...(organizer.name !== null && { displayName: organizer.name }) },
    start: timeOf(occurrence.startsAt, isAllDay, timeZone),
    end: timeOf(occurrence.endsAt, isAllDay, timeZone),
    ...(recurring && {
      recurringEventId: occurrence.eventId,
      originalStartTime: timeOf(occurrence.originalStartsAt, isAllDay, timeZone),
    }),
    ...(occurrence.isPrivate && { visibility: 'private' }),
    iCalUID: occurrence.icalUid,
    sequence: occurrence.isException ? 1 : 0,
    ...(attendees.length > 0 && { attendees: attendees.map((one) => attendeeOf(one, occurrence, account)) }),
    ...(occurrence.conferenceUrl !== null && conferenceOf(occurrence.conferenceUrl)),
    reminders: { useDefault: true },
    eventType: occurrence.kind,
  };
}

/** All that Google promises of an occurrence that is gone: its id, and of which series it was. */
export function cancelledGoogleEvent(occurrence: CalendarOccurrence) {
  const { eventId, recurring, originalStartsAt, isAllDay, timeZone } = occurrence;
  return {
    kind: 'calendar#event',
    etag: etagOf(occurrence),
    id: googleIdOf(occurrence),
    status: 'cancelled',
    ...(recurring && { recurringEventId: eventId, originalStartTime: timeOf(originalStartsAt, isAllDay, timeZone) }),
  };
}

const attendeeOf = (
  { name, email, response, isResource }: Invited,
  { organizer }: CalendarOccurrence,
  account: string,
) => ({
  email,
  ...(name !== null && { displayName: name }),
  ...(email === organizer.email && { organizer: true }),
  ...(email === account && { self: true }),
  ...(isResource && { resource: true }),
  responseStatus: RESPONSES[response],
});

/** Meet has a field of its own beside the conference data; others come from add-ons. */
function conferenceOf(url: string) {
  const isMeet = url.startsWith('https://meet.google.com/');
  const video = { entryPointType: 'video', uri: url, label: url.replace(/^https?:\/\//, '') };
  const phone = { entryPointType: 'phone', uri: 'tel:+1-234-567-8901', label: '+1 234-567-8901', pin: '123456789' };
  return {
    ...(isMeet && { hangoutLink: url }),
    conferenceData: {
      entryPoints: [video, phone],
      conferenceSolution: {
        key: { type: isMeet ? 'hangoutsMeet' : 'addOn' },
        name: isMeet ? 'Google Meet' : 'Video conference',
        iconUri:
          'https://fonts.gstatic.com/s/i/productlogos/meet_2020q4/v6/web-512dp/logo_meet_2020q4_color_2x_web_512dp.png',
      },
      conferenceId: url.split('/').at(-1) ?? url,
    },
  };
}
