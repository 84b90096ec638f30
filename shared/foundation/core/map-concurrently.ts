/**
 * Maps the items with a limit of concurrency; the results are in the order of the items.
 *
 * After the first failure no further item is started. The failure is thrown once all items under way have ended, so
 * that no work continues after the caller has moved on.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const remaining = items.entries();
  const worker = async (): Promise<void> => {
    for (const [position, item] of remaining) {
      try {
        results[position] = await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
