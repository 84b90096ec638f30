/** Runs what shares a key one after the other, in the order it came; whatever shares none runs side by side. */
export type OneAtATime = <Result>(key: string | null, run: () => Promise<Result>) => Promise<Result>;

export function oneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    if (key === null) return run();
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(run, run);
    last.set(key, mine);
    return mine;
  };
}
