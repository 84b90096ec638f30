import { DAY_MS, later } from '#shared/foundation/core/time';
import { expiredOf, readRetentionMaximum, retentionDays } from '#shared/meetings/meetings/rules/retention';
import { SERVICE_DEFAULTS } from '#shared/meetings/settings/rules/settings';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aMeeting, aRecording } from './a-meeting.ts';

const KEPT = { media: null, transcript: null, meeting: null };
const results = { ...aBot.completed.results, media: 'ready' } as const;
const recorded = (endedAt = minutes(60)) =>
  aMeeting({ recordings: [aRecording({ status: 'completed', startedAt: noon, endedAt, hasMedia: true, results })] });

describe('what retention removes', () => {
  it('is nothing a millisecond before the days are over, and the part then', () => {
    const over = later(minutes(60), DAY_MS);

    expect(expiredOf(recorded(), { ...KEPT, media: 1 }, later(over, -1))).toEqual([]);
    expect(expiredOf(recorded(), { ...KEPT, media: 1 }, over)).toEqual(['media']);
    expect(expiredOf(recorded(), { ...KEPT, transcript: 1 }, over)).toEqual(['transcript']);
    expect(expiredOf(recorded(), { ...KEPT, media: 1, meeting: 1 }, over)).toBe('meeting');
  });

  it('counts from the end of the last bot where that is later than the scheduled end', () => {
    const meeting = recorded(minutes(90));

    expect(expiredOf(meeting, { ...KEPT, meeting: 1 }, later(minutes(90), DAY_MS - 1))).toEqual([]);
    expect(expiredOf(meeting, { ...KEPT, meeting: 1 }, later(minutes(90), DAY_MS))).toBe('meeting');
  });

  it('is nothing while a bot is not finished, and nothing of parts that are gone', () => {
    const muchLater = later(noon, 100 * DAY_MS);
    const busy = aMeeting({ recordings: [aRecording({ status: 'processing', startedAt: noon, endedAt: minutes(9) })] });

    expect(expiredOf(busy, { ...KEPT, meeting: 1 }, muchLater)).toEqual([]);
    expect(expiredOf(aMeeting(), { ...KEPT, media: 1, transcript: 1 }, muchLater)).toEqual([]);
  });
});

describe('the days of retention', () => {
  it('are at most the maximum of the deployment, which also counts where settings say nothing', () => {
    const values = { ...SERVICE_DEFAULTS, 'retention.media_days': 3, 'retention.transcript_days': 30 };

    expect(retentionDays(values, 7)).toEqual({ media: 3, transcript: 7, meeting: 7 });
    expect(retentionDays(values, undefined)).toEqual({ media: 3, transcript: 30, meeting: null });
  });

  it('of a deployment are a whole number of days, or none', () => {
    expect([readRetentionMaximum(''), readRetentionMaximum('365')]).toEqual([undefined, 365]);
    for (const text of ['0', '1.5', '36501', '30 days', '-1'])
      expect(() => readRetentionMaximum(text)).toThrow('most days');
  });
});
