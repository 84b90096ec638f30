import * as v from 'valibot';
import { GoogleEvent } from '#shared/calendars/google/google-answers';

/** As Google documents it; what is set to undefined is left out. */
export const googleJson = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify({
      kind: 'calendar#event',
      etag: '"3342001234567000"',
      id: '5ng0c2v3',
      status: 'confirmed',
      iCalUID: '5ng0c2v3@google.com',
      summary: 'Roadmap',
      start: { dateTime: '2026-11-23T10:00:00+01:00', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-11-23T10:45:00+01:00', timeZone: 'Europe/Berlin' },
      organizer: { email: 'ada@example.com', displayName: 'Ada', self: true },
      eventType: 'default',
      ...changes,
    }),
  ) as Record<string, unknown>;

export const aGoogleEvent = (changes: Readonly<Record<string, unknown>> = {}): GoogleEvent =>
  v.parse(GoogleEvent, googleJson(changes));

/** One occurrence of a series. */
export const anOccurrence = (changes: Readonly<Record<string, unknown>> = {}): GoogleEvent =>
  aGoogleEvent({
    id: '5ng0c2v3_20261123T090000Z',
    recurringEventId: '5ng0c2v3',
    originalStartTime: { dateTime: '2026-11-23T10:00:00+01:00', timeZone: 'Europe/Berlin' },
    ...changes,
  });
