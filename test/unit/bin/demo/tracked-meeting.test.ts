import { meetingTracker } from '#bin/demo/meeting-tracker';
import { isComplete, missingEvents, trackedMeeting, withEvent } from '#bin/demo/tracked-meeting';
import { describe, expect, it } from '#test/support/jest';
import { aBot, aMeeting, anEventOf, aQueuedRecording } from '#test/unit/bin/demo/meetings';

const ALL = [
  'meeting.created',
  'meeting.updated',
  'bot.recording_started',
  'bot.recording_completed',
  'bot.transcript_ready',
  'bot.summary_ready',
  'meeting.finished',
];
const aTracked = (meeting = aMeeting({ recordings: [aQueuedRecording] }), isNew = true) =>
  trackedMeeting({ number: 1, title: 'Planning', meeting, isNew });

describe('the expected events of a meeting', () => {
  it('are all of a recording when it has a bot', () => {
    expect(aTracked().expected).toEqual(ALL);
  });

  it('are its creation when it has no bot', () => {
    expect(aTracked(aMeeting()).expected).toEqual(['meeting.created']);
  });

  it('exclude creation and finish when it existed and was recorded before', () => {
    const again = aTracked(aMeeting({ recordings: [aQueuedRecording], results: 'ready' }), false);

    expect(again.expected).toEqual(ALL.slice(1, -1));
  });
});

describe('a tracked meeting', () => {
  it('is complete when the last event arrived, in any order', () => {
    const events = ALL.toReversed().map((type) => anEventOf(type, type.startsWith('bot.') ? aBot() : aMeeting()));
    const before = events.slice(0, -1).reduce(withEvent, aTracked());
    const [last] = events.slice(-1).map((event) => withEvent(before, event));

    expect([isComplete(before), missingEvents(before)]).toEqual([false, ['meeting.created']]);
    expect(last && isComplete(last)).toBe(true);
  });

  it('keeps the newest state when an older one arrives later', () => {
    const live = aMeeting({ phase: 'live', updated_at: '2026-11-02T12:05:00.000Z' });
    const after = [live, aMeeting()].map((state) => anEventOf('meeting.updated', state)).reduce(withEvent, aTracked());

    expect(after.label).toBe('Recording');
  });

  it('is complete with a reason when its bot failed', () => {
    const failed = aBot({ status: 'failed', reason_message: 'The host did not admit the bot.' });
    const after = withEvent(aTracked(), anEventOf('bot.failed', failed));

    expect([isComplete(after), after.failure]).toEqual([true, 'The host did not admit the bot.']);
    expect(missingEvents(after)).toContain('meeting.finished');
  });
});

describe('the meeting tracker', () => {
  it('applies events that arrived before the meeting was tracked, and ignores other meetings', () => {
    const events: string[] = [];
    const tracker = meetingTracker(({ type }, { number }) => events.push(`${number} ${type}`));
    tracker.receive(anEventOf('meeting.created', aMeeting()));
    tracker.receive(anEventOf('meeting.updated', { ...aMeeting(), id: 'mtg_2' }));

    tracker.track(aTracked());
    tracker.receive(anEventOf('bot.recording_started', aBot()));

    expect(events).toEqual(['1 meeting.created', '1 bot.recording_started']);
    expect(tracker.meetings()[0]?.received).toEqual(['meeting.created', 'bot.recording_started']);
  });
});
