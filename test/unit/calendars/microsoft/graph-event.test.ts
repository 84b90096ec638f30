import { providerEventOf } from '#shared/calendars/microsoft/graph-event';
import { describe, expect, it } from '#test/support/jest';
import { aSingle, event, exceptionJson, masterJson, sparseJson } from './a-graph-event.ts';

const read = (changes: Readonly<Record<string, unknown>> = {}) => providerEventOf(aSingle(changes));
const master = event(masterJson());

describe('an event of Microsoft Graph', () => {
  it('is an occurrence with its details', () => {
    expect(read()).toEqual({
      kind: 'occurrence',
      id: 'AAMkAGI1AAA=',
      icalUid: '040000008200E00074C5B7101A82E00800000000',
      recurring: false,
      seriesId: null,
      originalStartsAt: Date.parse('2026-11-23T09:00:00Z'),
      startsAt: Date.parse('2026-11-23T09:00:00Z'),
      endsAt: Date.parse('2026-11-23T09:45:00Z'),
      isAllDay: false,
      isPrivate: false,
      title: 'Roadmap',
      location: 'Room 1',
      description: 'See you',
      conferenceLinks: [],
      organizer: { name: 'Ada', email: 'ada@example.com' },
      attendees: [],
      ownResponse: 'accepted',
    });
  });

  it('has its uid as UID, if there is one, rather than its iCalUId', () => {
    expect(read({ uid: 'abc@google.com' })).toMatchObject({ icalUid: 'abc@google.com' });
    expect(read({ uid: undefined })).toMatchObject({ icalUid: '040000008200E00074C5B7101A82E00800000000' });
  });

  it('is deleted when its organizer cancelled it, although Outlook still shows it', () => {
    expect(read({ isCancelled: true })).toEqual({ kind: 'gone', id: 'AAMkAGI1AAA=' });
  });

  it.each([
    ['private', true],
    ['personal', true],
    ['confidential', true],
    ['normal', false],
  ])('is private or not by its sensitivity: %s', (sensitivity, isPrivate) => {
    expect(read({ sensitivity })).toMatchObject({ isPrivate });
  });

  it('has the link of its online meeting, in either form', () => {
    const joinUrl = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0';

    expect(read({ onlineMeeting: { joinUrl } })).toMatchObject({ conferenceLinks: [joinUrl] });
    expect(read({ onlineMeetingUrl: 'https://x.test/1', onlineMeeting: { joinUrl } })).toMatchObject({
      conferenceLinks: [joinUrl, 'https://x.test/1'],
    });
    expect(read({ onlineMeetingUrl: '' })).toMatchObject({ conferenceLinks: [] });
  });

  it('has attendees and rooms; the responses of others may be hidden', () => {
    const one = (address: string, type: string, response: string) => ({
      type,
      status: { response, time: '0001-01-01T00:00:00Z' },
      emailAddress: { name: address.slice(0, 2), address },
    });
    const attendees = [
      one('ada@example.com', 'required', 'none'),
      one('bo@example.com', 'optional', 'tentativelyAccepted'),
      one('room@example.com', 'resource', 'accepted'),
      one('cy@example.com', 'required', 'notResponded'),
    ];

    expect(read({ attendees, responseStatus: { response: 'declined', time: '2026-11-01T00:00:00Z' } })).toMatchObject({
      ownResponse: 'declined',
      attendees: [
        { name: 'ad', email: 'ada@example.com', response: 'needs_action', isResource: false },
        { name: 'bo', email: 'bo@example.com', response: 'tentative', isResource: false },
        { name: 'ro', email: 'room@example.com', response: 'accepted', isResource: true },
        { name: 'cy', email: 'cy@example.com', response: 'needs_action', isResource: false },
      ],
    });
  });

  it('is all day when it has no times', () => {
    const [start, end] = ['2026-11-23', '2026-11-24'].map((day) => ({
      dateTime: `${day}T00:00:00.0000000`,
      timeZone: 'UTC',
    }));

    expect(read({ isAllDay: true, start, end })).toMatchObject({ isAllDay: true });
  });
});

describe('an occurrence of a series in Microsoft Graph', () => {
  it('that has only its times takes the rest from its series', () => {
    expect(providerEventOf(event(sparseJson(24)), master)).toMatchObject({
      kind: 'occurrence',
      id: 'O24',
      icalUid: 'series-uid',
      recurring: true,
      seriesId: 'M1',
      originalStartsAt: Date.parse('2026-11-24T09:00:00Z'),
      startsAt: Date.parse('2026-11-24T09:00:00Z'),
      endsAt: Date.parse('2026-11-24T09:15:00Z'),
      title: 'Stand-up',
      location: 'Room 1',
      organizer: { name: 'Ada', email: 'ada@example.com' },
    });
  });

  it('that is an exception keeps its original start, and has the UID of the series', () => {
    expect(providerEventOf(event(exceptionJson()), master)).toMatchObject({
      id: 'E1',
      icalUid: 'series-uid',
      originalStartsAt: Date.parse('2026-11-24T09:00:00Z'),
      startsAt: Date.parse('2026-11-24T15:00:00Z'),
      title: 'Stand-up, later',
    });
  });

  it('whose field is null does not take the value of the series', () => {
    const withLink = event(masterJson({ onlineMeeting: { joinUrl: 'https://x.test/1' } }));

    expect(providerEventOf(event(exceptionJson()), withLink)).toMatchObject({ conferenceLinks: [] });
    expect(providerEventOf(event(sparseJson(24)), withLink)).toMatchObject({ conferenceLinks: ['https://x.test/1'] });
  });

  it('has the UID of its series, and is deleted without it', () => {
    const calledOff = event(masterJson({ isCancelled: true }));

    expect(providerEventOf(event(sparseJson(24)), calledOff)).toEqual({ kind: 'gone', id: 'O24' });
    expect(providerEventOf(event(sparseJson(24)))).toEqual({ kind: 'gone', id: 'O24' });
  });

  it('never has a UID of its own, which is unknown outside the calendar', () => {
    const known = providerEventOf(event(sparseJson(24, { iCalUId: 'of-this-occurrence-alone' })), master);

    expect(known).toMatchObject({ icalUid: 'series-uid' });
    expect(providerEventOf(event(sparseJson(24)), event(masterJson({ uid: undefined })))).toMatchObject({
      icalUid: 'series-uid',
    });
  });
});
