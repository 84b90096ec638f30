import fc from 'fast-check';
import { sized } from './test-size.ts';

/**
 * The seed of every property test: the same in each run of `npm test`, which must not fail by chance; a new one in
 * `npm run test:release`. `FUZZ_SEED` sets it. fast-check prints the seed of a property that fails.
 */
const EVERYDAY_SEED = 20_261_122;

fc.configureGlobal({
  seed: Number(process.env['FUZZ_SEED'] ?? sized({ everyday: EVERYDAY_SEED, release: Date.now() % 1_000_000 })),
});
