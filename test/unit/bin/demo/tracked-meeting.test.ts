import { describe, expect, it } from '@jest/globals';
import { openLedger } from '#bin/demo/meeting-tracker';
import { afterEvent, isThrough, missingOf, watched } from '#bin/demo/tracked-meeting';
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
const follow = (meeting = aMeeting({ recordings: [aQueuedRecording] }), isNew = true) =>
  watched({ number: 1, title: 'Planning', meeting, isNew });

describe('what is promised of a meeting', () => {
  it('is its whole life when a bot is on its way', () => {
    expect(follow().promised).toEqual(ALL);
  });

  it('is that it was made when no bot is', () => {
    expect(follow(aMeeting()).promised).toEqual(['meeting.created']);
  });

  it('is neither its making nor its finish when it was made and recorded before', () => {
    const again = follow(aMeeting({ recordings: [aQueuedRecording], results: 'ready' }), false);

    expect(again.promised).toEqual(ALL.slice(1, -1));
  });
});

describe('a meeting that is followed', () => {
  it('is through when the last of it arrived, in whatever order', () => {
    const events = ALL.toReversed().map((type) => anEventOf(type, type.startsWith('bot.') ? aBot() : aMeeting()));
    const before = events.slice(0, -1).reduce(afterEvent, follow());
    const [last] = events.slice(-1).map((event) => afterEvent(before, event));

    expect([isThrough(before), missingOf(before)]).toEqual([false, ['meeting.created']]);
    expect(last && isThrough(last)).toBe(true);
  });

  it('keeps the newest state, though an older one arrives later', () => {
    const live = aMeeting({ phase: 'live', updated_at: '2026-11-02T12:05:00.000Z' });
    const after = [live, aMeeting()].map((state) => anEventOf('meeting.updated', state)).reduce(afterEvent, follow());

    expect(after.label).toBe('Recording');
  });

  it('is through without the rest when its bot failed, and says why', () => {
    const failed = aBot({ status: 'failed', reason_message: 'Nobody let the bot in.' });
    const after = afterEvent(follow(), anEventOf('bot.failed', failed));

    expect([isThrough(after), after.failure]).toEqual([true, 'Nobody let the bot in.']);
    expect(missingOf(after)).toContain('meeting.finished');
  });
});

describe('the ledger', () => {
  it('takes in what arrived before the meeting was known, and passes over what is about others', () => {
    const told: string[] = [];
    const ledger = openLedger(({ type }, { number }) => told.push(`${number} ${type}`));
    ledger.hear(anEventOf('meeting.created', aMeeting()));
    ledger.hear(anEventOf('meeting.updated', { ...aMeeting(), id: 'mtg_of_somebody_else' }));

    ledger.follow(follow());
    ledger.hear(anEventOf('bot.recording_started', aBot()));

    expect(told).toEqual(['1 meeting.created', '1 bot.recording_started']);
    expect(ledger.meetings()[0]?.arrived).toEqual(['meeting.created', 'bot.recording_started']);
  });
});
