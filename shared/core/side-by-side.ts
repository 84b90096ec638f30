/**
 * Works on all of them, so many at once: whenever one is done the next begins. After the first failure none begins any
 * more; it is told once all that were under way are over, so that nothing goes on behind the caller's back.
 */
export async function sideBySide<One, Result>(
  items: readonly One[],
  atOnce: number,
  work: (item: One) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [position, item] of waiting) {
      try {
        results.set(position, await work(item));
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
}
