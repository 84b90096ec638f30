import { runRecorders } from './run-recorders.ts';

interface Run {
  readonly seeds: readonly number[];
  /** No seed is begun after so long. */
  readonly minutes: number;
  readonly say: (text: string) => void;
}

interface Simulated {
  /** How many seeds were run, from the first on. */
  readonly seeds: number;
  readonly failing: number;
}

const TOLD_EVERY = 100;

/** Simulates two bots at three recorders for each seed, one after the other, and says which promises were broken. */
export async function simulateRecorders({ seeds, minutes, say }: Run): Promise<Simulated> {
  const started = performance.now();
  let run = 0;
  let failing = 0;
  for (const seed of seeds) {
    if (performance.now() - started > minutes * 60_000) break;
    const broken = await runRecorders(seed);
    run += 1;
    if (broken.length > 0) failing += 1;
    for (const violation of broken) say(`seed ${seed}: ${violation}`);
    if (run % TOLD_EVERY === 0) say(`${run} of ${seeds.length} seeds, ${failing} failing`);
  }
  return { seeds: run, failing };
}
