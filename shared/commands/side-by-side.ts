/** Works on all of them, so many at once: whenever one is done the next begins. The first failure ends it. */
export async function sideBySide<One, Result>(
  items: readonly One[],
  atOnce: number,
  work: (item: One) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [position, item] of waiting) results.set(position, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
}
