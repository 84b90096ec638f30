/** How many seeds are tried. Which seed breaks depends on every random draw, so no single one can be named for good. */
const MOST_SEEDS = 100;

/** The first seed from `from` on in which an invariant breaks, with what broke; throws if there is none among 100. */
export async function firstBroken(
  from: number,
  invariant: RegExp,
  run: (seed: number) => Promise<readonly string[]>,
): Promise<{ readonly seed: number; readonly broken: readonly string[] }> {
  for (let seed = from; seed < from + MOST_SEEDS; seed += 1) {
    const broken = await run(seed);
    if (broken.some((sentence) => invariant.test(sentence))) return { seed, broken };
  }
  throw new Error(`No seed from ${from} to ${from + MOST_SEEDS - 1} broke ${invariant}.`);
}
