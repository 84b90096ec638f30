import { type BotResults, NO_RESULTS } from '#shared/meetings/bots/rules/bot';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, anAttendee, anEvent, anId, aRecordedMeeting, aRecording } from './a-meeting.ts';

const eventsOf = (before: Meeting | undefined, after: Meeting, now = noon) =>
  withEvents(before, after, now).events.map(({ type }) => type);

const READY: BotResults = { ...NO_RESULTS, transcript: 'ready', summary: 'ready', media: 'ready' };
const FAILED: BotResults = { ...NO_RESULTS, transcript: 'failed', media: 'ready' };
const WORKING: BotResults = { ...NO_RESULTS, transcript: 'processing', summary: 'processing', media: 'ready' };
const SILENT: BotResults = { ...NO_RESULTS, transcript: 'ready', media: 'ready' };

/** A meeting whose one bot has come so far. */
const withResults = (results: BotResults, given: Partial<Meeting> = {}) =>
  aMeeting({
    recordings: [aRecording({ status: 'completed', startedAt: noon, endedAt: minutes(30), hasMedia: true, results })],
    ...given,
  });

describe('the events of a meeting', () => {
  it('are meeting.created for a new one', () => {
    expect(eventsOf(undefined, aMeeting())).toEqual(['meeting.created']);
  });

  it.each<[string, Partial<Meeting>]>([
    ['its title', { title: 'Retrospective' }],
    ['its start', { startsAt: minutes(5) }],
    ['its end', { endsAt: null }],
    ['its link', { meetingUrl: null, platform: null }],
    ['its organizer', { organizer: { name: 'Ada', email: 'ada@acme.test', memberId: null } }],
    ['its people', { invited: [{ name: null, email: 'ben@acme.test', memberId: null }] }],
    ['the event that it shows', { calendarEvent: anEvent('ben') }],
    [
      'an answer to the invitation',
      { calendarEvent: anEvent('ada', { attendees: [anAttendee('x@y.test', { response: 'declined' })] }) },
    ],
    ['its cancellation', { carriers: [aLinkedEvent('ada', { cancelled: true })] }],
    ['a new bot', { recordings: [aRecording()] }],
    ['effective settings', { settings: aRecordedMeeting().settings }],
  ])('are meeting.updated after a change of %s', (_what, change) => {
    expect(eventsOf(aMeeting(), aMeeting(change))).toEqual(['meeting.updated']);
  });

  it.each<[string, Partial<Meeting>]>([
    ['metadata alone', { metadata: { deal: '42' } }],
    ['its linked events', { carriers: [aLinkedEvent('ada')] }],
    ['where a value comes from, but not the value', { settings: { ...aMeeting().settings, external: true } }],
    ['nothing but its time of update', { updatedAt: noon }],
  ])('are none after a change of %s', (_what, change) => {
    expect(eventsOf(aMeeting(), aMeeting(change))).toEqual([]);
  });

  it('are none when the clock alone made it past', () => {
    expect(eventsOf(aMeeting(), aMeeting({ metadata: { a: 'b' } }), minutes(600))).toEqual([]);
  });

  it.each(['queued', 'joining', 'in_call', 'failed', 'cancelled'] as const)(
    'are meeting.updated when a bot becomes %s',
    (status) => {
      const before = aMeeting({ recordings: [aRecording({ status: status === 'queued' ? 'joining' : 'queued' })] });

      expect(eventsOf(before, aMeeting({ recordings: [aRecording({ status })] }))).toEqual(['meeting.updated']);
    },
  );
});

describe('meeting.finished', () => {
  it.each([
    ['ready', READY],
    ['failed', FAILED],
  ] as const)('is sent once when the results become %s', (status, results) => {
    const { state: meeting, events } = withEvents(withResults(WORKING), withResults(results), noon);

    expect(events.map(({ type }) => type)).toEqual(['meeting.updated', 'meeting.finished']);
    expect(meeting.finishedAs).toBe(status);
    expect(eventsOf(meeting, { ...meeting, title: 'Later' })).toEqual(['meeting.updated']);
  });

  it('is never sent where there was nothing to summarise', () => {
    expect(eventsOf(withResults(WORKING), withResults(SILENT))).toEqual(['meeting.updated']);
  });

  it('is sent again when failed becomes ready, and after no other change', () => {
    const failed = withResults(FAILED, { finishedAs: 'failed' });
    const ready = withResults(READY, { finishedAs: 'ready' });
    const again = (before: Meeting, results: BotResults) =>
      eventsOf(before, { ...before, ...pick(withResults(results)) });

    expect(again(failed, READY)).toContain('meeting.finished');
    expect(again(failed, WORKING)).toEqual(['meeting.updated']);
    expect(eventsOf(withResults(WORKING, { finishedAs: 'failed' }), failed)).toEqual(['meeting.updated']);
    expect(eventsOf(withResults(WORKING, { finishedAs: 'ready' }), ready)).toEqual(['meeting.updated']);
    expect(eventsOf(ready, withResults(FAILED, { finishedAs: 'ready' }))).toEqual(['meeting.updated']);
  });

  it('has the meeting in its new state', () => {
    const { events, state: meeting } = withEvents(withResults(WORKING), withResults(READY), noon);

    for (const event of events) expect('meeting' in event && event.meeting).toBe(meeting);
    expect(meeting.id).toBe(anId('mtg'));
  });
});

const pick = ({ recordings }: Meeting) => ({ recordings });
