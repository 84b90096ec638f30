import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '#bin/cli/command';
import { interruptSignal } from '#bin/cli/interrupt';
import { optional, withDefault } from '#bin/cli/options';
import { printedSteps } from '#bin/cli/progress';
import { path, wholeNumber } from '#bin/cli/value-types';
import { runFuzz } from '#bin/fuzz/run-fuzz';

/** npm test -- fuzz: generated requests against a stack of their own, or a running one. */
export const fuzz = command({
  name: 'npm test -- fuzz',
  description: 'Sends a stack requests that are generated from its OpenAPI document.',
  options: {
    seed: optional(wholeNumber(1, 999_999_999), 'seed of an earlier run, to repeat it'),
    seconds: withDefault('300', wholeNumber(1, 999_999_999), 'duration'),
    stack: optional(path, 'the stack.json of a running stack, used as a user of its own; else a stack is started'),
  },
  run: async ({ seed = randomInt(1, 1_000_000), ...options }) => {
    const signal = interruptSignal();
    const folder = await mkdtemp(join(tmpdir(), 'rapporteur-fuzz-'));
    try {
      console.log(`Seed ${seed}; repeat with: npm test -- fuzz --seed ${seed}`);
      process.exitCode = await runFuzz({ seed, ...options, folder, step: printedSteps(), signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
