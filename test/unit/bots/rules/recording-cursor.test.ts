import type { Instant } from '#shared/foundation/core/time';
import { NEW_CURSOR, nextSpeechAttemptAt } from '#shared/meetings/bots/rules/recording-cursor';
import { describe, expect, it } from '#test/support/jest';

const now = 0 as Instant;
const waitOf = (attempts: number, random: number): number =>
  nextSpeechAttemptAt({ ...NEW_CURSOR, failing: { since: now, attempts } }, now, random) / 1_000;

describe('a recording that waits for a full speech service', () => {
  it.each([
    [1, 10],
    [2, 20],
    [3, 40],
    [4, 60],
    [20, 60],
    [500, 60],
  ])('asks again within a minute, after attempt %i too', (attempts, seconds) => {
    expect(waitOf(attempts, 0.5)).toBe(seconds);
  });

  it('is spread by a fifth either way', () => {
    expect([waitOf(4, 0), waitOf(4, 0.999)]).toEqual([48, expect.closeTo(72, 0)]);
  });
});
