interface Run {
  /** Simulates one seed: the promises that were broken. */
  readonly run: (seed: number) => Promise<readonly string[]>;
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

/** Simulates seeds one after the other, and says which promises were broken. */
export async function seedBySeed({ run, seeds, minutes, say }: Run): Promise<Simulated> {
  const started = performance.now();
  let count = 0;
  let failing = 0;
  for (const seed of seeds) {
    if (performance.now() - started > minutes * 60_000) break;
    const broken = await run(seed);
    count += 1;
    if (broken.length > 0) failing += 1;
    for (const violation of broken) say(`seed ${seed}: ${violation}`);
    if (count % TOLD_EVERY === 0) say(`${count} of ${seeds.length} seeds, ${failing} failing`);
  }
  return { seeds: count, failing };
}
