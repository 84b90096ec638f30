import { describe, expect, it } from '@jest/globals';
import { providerEventOf } from '#shared/calendars/google/google-event';
import { aGoogleEvent, anOccurrence } from './a-google-event.ts';

const ZONE = 'Europe/Berlin';
const read = (changes: Readonly<Record<string, unknown>> = {}) => providerEventOf(aGoogleEvent(changes), ZONE);

describe('an event of Google Calendar', () => {
  it('is an occurrence, with what is known of it', () => {
    expect(read({ location: 'Room 1', description: '<b>Hi</b>' })).toEqual({
      kind: 'occurrence',
      id: '5ng0c2v3',
      icalUid: '5ng0c2v3@google.com',
      recurring: false,
      seriesId: null,
      originalStartsAt: Date.parse('2026-11-23T09:00:00Z'),
      startsAt: Date.parse('2026-11-23T09:00:00Z'),
      endsAt: Date.parse('2026-11-23T09:45:00Z'),
      isAllDay: false,
      isPrivate: false,
      title: 'Roadmap',
      location: 'Room 1',
      description: '<b>Hi</b>',
      conferenceLinks: [],
      organizer: { name: 'Ada', email: 'ada@example.com', isSelf: true },
      attendees: [],
    });
  });

  it('of a series keeps the place that the series gave it when it is moved', () => {
    const moved = anOccurrence({
      start: { dateTime: '2026-11-24T15:00:00Z' },
      end: { dateTime: '2026-11-24T16:00:00Z' },
    });

    expect(providerEventOf(moved, ZONE)).toMatchObject({
      id: '5ng0c2v3_20261123T090000Z',
      icalUid: '5ng0c2v3@google.com',
      recurring: true,
      seriesId: '5ng0c2v3',
      originalStartsAt: Date.parse('2026-11-23T09:00:00Z'),
      startsAt: Date.parse('2026-11-24T15:00:00Z'),
    });
  });

  it('is gone when it is cancelled, of which Google tells the id alone', () => {
    expect(providerEventOf({ id: '1', status: 'cancelled', attendees: [] }, ZONE)).toEqual({ kind: 'gone', id: '1' });
  });

  it.each(['focusTime', 'outOfOffice', 'workingLocation', 'birthday'])('is none of ours as %s', (eventType) => {
    expect(read({ eventType })).toEqual({ kind: 'gone', id: '5ng0c2v3' });
  });

  it('has days in the zone of the calendar', () => {
    expect(read({ start: { date: '2026-11-23' }, end: { date: '2026-11-24' } })).toMatchObject({
      isAllDay: true,
      startsAt: Date.parse('2026-11-22T23:00:00Z'),
      endsAt: Date.parse('2026-11-23T23:00:00Z'),
    });
  });

  it('that was to last the day is found again where it stands at an hour', () => {
    const moved = anOccurrence({ originalStartTime: { date: '2026-11-23' } });

    expect(providerEventOf(moved, ZONE)).toMatchObject({ originalStartsAt: Date.parse('2026-11-22T23:00:00Z') });
  });

  it('may have no end', () => {
    expect(read({ endTimeUnspecified: true })).toMatchObject({ endsAt: null });
  });

  it.each([
    ['private', true],
    ['confidential', true],
    ['public', false],
    ['default', false],
  ])('is hidden or not by its visibility: %s', (visibility, isPrivate) => {
    expect(read({ visibility })).toMatchObject({ isPrivate });
  });

  it('is joined by video first, and never by telephone', () => {
    const entryPoints = [
      { entryPointType: 'phone', uri: 'tel:+49-30-1' },
      { entryPointType: 'video', uri: 'https://meet.google.com/abc-defg-hij' },
      { entryPointType: 'more', uri: 'https://tel.meet/abc-defg-hij' },
    ];

    expect(
      read({ hangoutLink: 'https://meet.google.com/abc-defg-hij', conferenceData: { entryPoints } }),
    ).toMatchObject({ conferenceLinks: ['https://meet.google.com/abc-defg-hij'] });
    expect(read({ hangoutLink: 'https://meet.google.com/abc-defg-hij' })).toMatchObject({
      conferenceLinks: ['https://meet.google.com/abc-defg-hij'],
    });
  });

  it('says who is invited, what they answered, and which are rooms', () => {
    const attendees = [
      { email: 'ada@example.com', self: true, responseStatus: 'declined', organizer: true },
      { email: 'bo@example.com', displayName: 'Bo', responseStatus: 'tentative' },
      { email: 'cy@example.com', responseStatus: 'needsAction', optional: true },
      { email: 'r@resource.calendar.google.com', displayName: 'Room 1', resource: true, responseStatus: 'accepted' },
    ];

    expect(read({ attendees })).toMatchObject({
      ownResponse: 'declined',
      attendees: [
        { name: null, email: 'ada@example.com', response: 'declined', isResource: false, isSelf: true },
        { name: 'Bo', email: 'bo@example.com', response: 'tentative', isResource: false },
        { name: null, email: 'cy@example.com', response: 'needs_action', isResource: false },
        { name: 'Room 1', email: 'r@resource.calendar.google.com', response: 'accepted', isResource: true },
      ],
    });
  });
});
