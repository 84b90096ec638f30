import type { Step } from './steps.ts';

/** Runs that a search may take: a sequence takes some hundredths of a second. */
const MOST_RUNS = 600;

/**
 * The fewest of the steps that still fail: halves are left out first, then ever smaller parts, at last one by one. Steps
 * mean something whatever came before, so any part of a sequence is a sequence.
 */
export async function shrunk(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let left = steps;
  let runs = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1; ) {
    const shorter = await withoutSome(left, size, async (some) => {
      runs += 1;
      return runs <= MOST_RUNS && fails(some);
    });
    if (shorter) left = shorter;
    else if (size === 1) break;
    else size = Math.floor(size / 2);
  }
  return left;
}

async function withoutSome(
  steps: readonly Step[],
  size: number,
  fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[] | undefined> {
  for (let at = 0; at < steps.length; at += size) {
    const some = [...steps.slice(0, at), ...steps.slice(at + size)];
    if (await fails(some)) return some;
  }
  return undefined;
}
