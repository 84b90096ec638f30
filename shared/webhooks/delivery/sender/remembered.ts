const MOST = 1_000;

/** A function of a text that keeps its last results, a thousand at most. Errors are not kept. */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= MOST) results.clear();
    results.set(text, result);
    return result;
  };
}
