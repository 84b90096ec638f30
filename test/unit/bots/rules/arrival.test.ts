import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { arrivalOf } from '#shared/meetings/bots/rules/arrival';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon } from './a-bot.ts';

/** A bot that is sent three minutes before the start at noon. */
const joining: Bot = { ...aBot.joining, joinAt: minutes(-3), startsAt: noon };
const sentLater: Bot = { ...joining, joinAt: minutes(10) };
const justAfter = (at: Instant): Instant => later(at, 1);
const idle = { state: 'in_call_idle', lookAgainAt: null } as const;

describe('the arrival of a bot', () => {
  it.each([
    ['before the start, in the call', joining, minutes(-1), 'in_time'],
    ['three minutes after the start', joining, minutes(3), 'in_time'],
    ['later', joining, justAfter(minutes(3)), 'late'],
    ['three minutes after it was sent to a meeting that had begun', sentLater, minutes(13), 'in_time'],
    ['later than that', sentLater, justAfter(minutes(13)), 'late'],
  ])('%s', (_when, bot, now, arrival) => {
    expect(arrivalOf(bot, idle, now)).toBe(arrival);
  });

  it('is the beginning of its recording, where the look comes later', () => {
    const recording = { state: 'recording', startedAt: minutes(2), lookAgainAt: null } as const;

    expect(arrivalOf(joining, recording, minutes(4))).toBe('in_time');
  });

  it('is not known of a bot that is cancelled, whenever that is', () => {
    const cancelled: Bot = { ...aBot.cancelled, joinAt: null, startsAt: noon };

    expect(arrivalOf(cancelled, undefined, later(noon, 10 * MINUTE_MS))).toBeUndefined();
  });
});
