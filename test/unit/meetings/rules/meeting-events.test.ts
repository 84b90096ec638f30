import { describe, expect, it } from '@jest/globals';
import { type BotResults, NO_RESULTS } from '#shared/bots/rules/bot';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { tellOf } from '#shared/meetings/rules/meeting-events';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aCarrier, aMeeting, anAttendee, anEvent, anId, aRecordedMeeting, aRecording } from './a-meeting.ts';

const told = (before: Meeting | undefined, after: Meeting, now = noon) =>
  tellOf(before, after, now).events.map(({ type }) => type);

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

describe('what is told of a meeting', () => {
  it('that it first appears', () => {
    expect(told(undefined, aMeeting())).toEqual(['meeting.created']);
  });

  it.each<[string, Partial<Meeting>]>([
    ['its title', { title: 'Retrospective' }],
    ['its start', { startsAt: minutes(5) }],
    ['its end', { endsAt: null }],
    ['its link', { meetingUrl: null, platform: null }],
    ['its organizer', { organizer: { name: 'Ada', email: 'ada@acme.test', memberId: null } }],
    ['its people', { invited: [{ name: null, email: 'ben@acme.test', memberId: null }] }],
    ['whose event it shows', { calendarEvent: anEvent('ben') }],
    [
      'an answer to the invitation',
      { calendarEvent: anEvent('ada', { attendees: [anAttendee('x@y.test', { response: 'declined' })] }) },
    ],
    ['that it is cancelled', { carriers: [aCarrier('ada', { cancelled: true })] }],
    ['a new bot', { recordings: [aRecording()] }],
    ['effective settings', { settings: aRecordedMeeting().settings }],
  ])('a change of %s', (_what, change) => {
    expect(told(aMeeting(), aMeeting(change))).toEqual(['meeting.updated']);
  });

  it.each<[string, Partial<Meeting>]>([
    ['metadata alone', { metadata: { deal: '42' } }],
    ['who else carries it', { carriers: [aCarrier('ada')] }],
    ['where a value comes from, but not the value', { settings: { ...aMeeting().settings, external: true } }],
    ['nothing but the moment it was looked at', { updatedAt: noon }],
  ])('nothing of a change of %s', (_what, change) => {
    expect(told(aMeeting(), aMeeting(change))).toEqual([]);
  });

  it('nothing when the clock alone made it past', () => {
    expect(told(aMeeting(), aMeeting({ metadata: { a: 'b' } }), minutes(600))).toEqual([]);
  });

  it.each(['queued', 'joining', 'in_call', 'failed', 'cancelled'] as const)('a bot that becomes %s', (status) => {
    const before = aMeeting({ recordings: [aRecording({ status: status === 'queued' ? 'joining' : 'queued' })] });

    expect(told(before, aMeeting({ recordings: [aRecording({ status })] }))).toEqual(['meeting.updated']);
  });
});

describe('meeting.finished', () => {
  it.each([
    ['ready', READY],
    ['failed', FAILED],
  ] as const)('is told once when the results become %s', (status, results) => {
    const { meeting, events } = tellOf(withResults(WORKING), withResults(results), noon);

    expect(events.map(({ type }) => type)).toEqual(['meeting.updated', 'meeting.finished']);
    expect(meeting.finishedAs).toBe(status);
    expect(told(meeting, { ...meeting, title: 'Later' })).toEqual(['meeting.updated']);
  });

  it('is never told where there was nothing to summarise', () => {
    expect(told(withResults(WORKING), withResults(SILENT))).toEqual(['meeting.updated']);
  });

  it('is told again where failed becomes ready, and at no other turn', () => {
    const failed = withResults(FAILED, { finishedAs: 'failed' });
    const ready = withResults(READY, { finishedAs: 'ready' });
    const again = (before: Meeting, results: BotResults) => told(before, { ...before, ...pick(withResults(results)) });

    expect(again(failed, READY)).toContain('meeting.finished');
    expect(again(failed, WORKING)).toEqual(['meeting.updated']);
    expect(told(withResults(WORKING, { finishedAs: 'failed' }), failed)).toEqual(['meeting.updated']);
    expect(told(withResults(WORKING, { finishedAs: 'ready' }), ready)).toEqual(['meeting.updated']);
    expect(told(ready, withResults(FAILED, { finishedAs: 'ready' }))).toEqual(['meeting.updated']);
  });

  it('carries the meeting as it is then', () => {
    const { events, meeting } = tellOf(withResults(WORKING), withResults(READY), noon);

    for (const event of events) expect('meeting' in event && event.meeting).toBe(meeting);
    expect(meeting.id).toBe(anId('mtg'));
  });
});

const pick = ({ recordings }: Meeting) => ({ recordings });
