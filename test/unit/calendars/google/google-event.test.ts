import { providerEventOf } from '#shared/calendars/google/google-event';
import { describe, expect, it } from '#test/support/jest';
import { aGoogleEvent, anOccurrence } from './a-google-event.ts';

const ZONE = 'Europe/Berlin';
const read = (changes: Readonly<Record<string, unknown>> = {}) => providerEventOf(aGoogleEvent(changes), ZONE);

describe('an event of Google Calendar', () => {
  it('is an occurrence with its details', () => {
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

  it('of a series keeps its original start when it is moved', () => {
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

  it('is deleted when it is cancelled; Google then sends its id only', () => {
    expect(providerEventOf({ id: '1', status: 'cancelled', attendees: [] }, ZONE)).toEqual({ kind: 'gone', id: '1' });
  });

  it.each(['focusTime', 'outOfOffice', 'workingLocation', 'birthday'])(
    'is ignored when its type is %s',
    (eventType) => {
      expect(read({ eventType })).toEqual({ kind: 'gone', id: '5ng0c2v3' });
    },
  );

  it('has dates in the time zone of the calendar', () => {
    expect(read({ start: { date: '2026-11-23' }, end: { date: '2026-11-24' } })).toMatchObject({
      isAllDay: true,
      startsAt: Date.parse('2026-11-22T23:00:00Z'),
      endsAt: Date.parse('2026-11-23T23:00:00Z'),
    });
  });

  it('that was all day keeps its original start when it has times', () => {
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
  ])('is private or not by its visibility: %s', (visibility, isPrivate) => {
    expect(read({ visibility })).toMatchObject({ isPrivate });
  });

  it('has its video links first, and no telephone numbers', () => {
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

  it('has attendees, their responses, and rooms', () => {
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
