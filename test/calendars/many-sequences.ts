import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';
import { expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { asRepro, runSequences } from './run-sequences.ts';

/** For each provider; `npm test -- calendars --sequences 20000` runs any number. */
const SEQUENCES = sized({ everyday: 30, release: 1_000 });
const PORTION = Math.min(SEQUENCES, 100);

/** Polls at once, of which one was told to rest. */
const FOUND_BEFORE: Readonly<Record<ProviderName, readonly number[]>> = { google: [1375, 7192, 7231], microsoft: [] };

/** The part of `npm test`, in one file for each provider so that both run in parallel. */
export function manySequences(provider: ProviderName): void {
  const portions = Array.from({ length: SEQUENCES / PORTION }, (_, nth) => nth * PORTION + 1);

  it.each(portions)(
    `are all shown by the service once it is idle: ${PORTION} sequences from seed %i on`,
    async (first) => {
      const seeds = Array.from({ length: PORTION }, (_, nth) => first + nth);
      if (first === 1) seeds.push(...FOUND_BEFORE[provider]);
      const { failing, comparisons } = await runSequences(provider, seeds);
      expect(failing.map(asRepro).join('\n\n')).toBe('');
      expect(comparisons).toBeGreaterThanOrEqual(PORTION);
    },
  );
}
