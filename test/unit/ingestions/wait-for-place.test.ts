import { HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { afterWait, NEW_INGESTION, waitForPlace } from '#shared/texts/ingestions/rules/ingestion';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** Neither longer nor shorter. */
const MIDDLE = 0.5;

/** The moments at which a file that waits all the time looks for a place, up to a moment. */
function looksUntil(end: Instant): readonly Instant[] {
  const looks: Instant[] = [];
  let [cursor, now] = [NEW_INGESTION, noon as Instant];
  while (now < end) {
    looks.push(now);
    const next = waitForPlace(cursor, now, MIDDLE);
    cursor = next.cursor;
    now = next.notBefore;
  }
  return looks;
}

describe('a file that waits for a place', () => {
  it.each([
    ['at once', 0, 30 * SECOND_MS],
    ['for two minutes', 2 * MINUTE_MS, 30 * SECOND_MS],
    ['for ten minutes', 10 * MINUTE_MS, 2.5 * MINUTE_MS],
    ['for a day', 24 * HOUR_MS, 5 * MINUTE_MS],
  ])(
    'having waited %s, looks again after a quarter of it, half a minute at least and five at most',
    (_so, ms, wait) => {
      const cursor = { ...NEW_INGESTION, waitingSince: noon };

      expect(waitForPlace(cursor, later(noon, ms), MIDDLE).notBefore).toBe(later(noon, ms + wait));
    },
  );

  it('looks about 300 times in a day', () => {
    expect(looksUntil(later(noon, 24 * HOUR_MS)).length).toBeLessThan(310);
  });

  it.each([
    [0, 24 * SECOND_MS],
    [0.999, 36 * SECOND_MS],
  ])('looks by the random number %f a fifth sooner or later', (random, wait) => {
    expect(waitForPlace(NEW_INGESTION, noon, random).notBefore - noon).toBeCloseTo(wait, -2);
  });

  it('waits as at first where it had a place in between', () => {
    const { cursor } = waitForPlace({ ...NEW_INGESTION, waitingSince: noon }, later(noon, HOUR_MS), MIDDLE);

    expect(waitForPlace(afterWait(cursor), later(noon, HOUR_MS), MIDDLE).notBefore).toBe(
      later(noon, HOUR_MS + 30 * SECOND_MS),
    );
  });
});
