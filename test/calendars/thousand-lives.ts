import { expect, it } from '@jest/globals';
import { sized } from '#test/support/test-size';
import type { ProviderName } from '../calendar-providers/test-provider.ts';
import { asRepro, runSequences } from './run-sequences.ts';

/** For each provider; `npm run test:calendars -- --sequences 20000` runs any number. */
const SEQUENCES = sized({ everyday: 200, release: 1_000 });
const PORTION = 100;

/** The share of `npm test`: in a file for each provider, so that they run side by side. */
export function aThousandLives(provider: ProviderName): void {
  const portions = Array.from({ length: SEQUENCES / PORTION }, (_, nth) => nth * PORTION + 1);

  it.each(portions)('the service shows what it holds once it is quiet: a hundred lives from %i on', async (first) => {
    const seeds = Array.from({ length: PORTION }, (_, nth) => first + nth);
    const { failing, comparisons } = await runSequences(provider, seeds);
    expect(failing.map(asRepro).join('\n\n')).toBe('');
    expect(comparisons).toBeGreaterThanOrEqual(PORTION);
  });
}
