import { HOUR_MS, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { anIcalEvent } from '#test/support/fake-feed';
import type { PlantedPerson } from './planted-person.ts';

/** The other one in the calls, whose calendars they are in. */
export const ADA = { name: 'Ada', email: 'ada@acme.test' };

/** A pushed event that names the person in every field for people, in ten minutes. */
export const pushNaming = ({ name, email }: PlantedPerson, changes: object = {}) => ({
  ical_uid: 'pushed@acme.test',
  title: 'Weekly',
  starts_at: isoOf(later(noon, 10 * MINUTE_MS)),
  ends_at: isoOf(later(noon, HOUR_MS)),
  meeting_url: 'https://meet.google.com/abc-good-def',
  organizer: { name, email },
  attendees: [
    { ...ADA, response: 'accepted' },
    { name, email, response: 'accepted' },
  ],
  ...changes,
});

/** An event in the calendar of a provider, so many hours from noon. */
export const occurrenceNaming = ({ name, email }: PlantedPerson, id: string, hours: number) =>
  anOccurrence(id, {
    startsAt: at(hours),
    originalStartsAt: at(hours),
    endsAt: at(hours + 1),
    organizer: { name, email },
    attendees: [{ name, email, response: 'accepted', isResource: false }],
  });

/** An event in a feed, two days from noon. */
export const icalNaming = ({ name, email }: PlantedPerson): string =>
  anIcalEvent(
    'published@acme.test',
    'SUMMARY:Planning',
    'DTSTART:20261104T150000Z',
    'DTEND:20261104T160000Z',
    'LOCATION:https://meet.google.com/abc-good-fed',
    `ORGANIZER;CN=${name}:mailto:${email}`,
    `ATTENDEE;PARTSTAT=ACCEPTED;CN=${name}:mailto:${email}`,
  );

/** What a recorder hears of the person. The words name no one: what is said is kept as it was said. */
export const spokenBy = ({ name }: PlantedPerson): string =>
  [
    'WEBVTT',
    `00:01.000 --> 00:04.000\n<v ${name}>I will send the release notes tomorrow.</v>`,
    '00:05.000 --> 00:09.000\n<v Ada>We decided to ship the release on Friday.</v>\n',
  ].join('\n\n');
