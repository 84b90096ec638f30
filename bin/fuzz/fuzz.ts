import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CouldNotStart } from '#bin/cli/cli-error';
import { shownSteps } from '#bin/cli/progress';
import { FUZZ_USAGE, parseFuzzOptions } from '#bin/fuzz/fuzz-options';
import { runFuzz } from '#bin/fuzz/run-fuzz';

/** npm run test:fuzz: requests made by the OpenAPI document, against a stack of their own. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseFuzzOptions(words);
  if (!options) return console.log(FUZZ_USAGE);
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-fuzz-'));
  const { isTTY: isTerminal = false } = process.stdout;
  const step = shownSteps({ write: (text) => process.stdout.write(text), isTerminal, now: () => performance.now() });
  try {
    console.log(`Seed ${options.seed}; again with: npm run test:fuzz -- --seed ${options.seed}`);
    process.exitCode = await runFuzz({ ...options, folder, step, signal: leaving.signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const asked = error instanceof Error && error.name === 'AbortError';
  if (error instanceof CouldNotStart) console.error(`${error.message}.`);
  else console.error(asked ? 'Ended, as asked.' : error);
  process.exitCode = 1;
});
