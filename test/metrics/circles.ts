interface Source {
  readonly path: string;
  readonly text: string;
}

const IMPORTED = /from '#shared\/([a-z]+)\//g;

/** The contexts of `shared/` that import themselves by way of others. */
export function contextsInACircle(sources: readonly Source[]): readonly string[] {
  const imports = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const own = /^shared\/([a-z]+)\//.exec(path)?.[1];
    if (own === undefined) continue;
    const named = imports.get(own) ?? new Set();
    for (const [, context = ''] of text.matchAll(IMPORTED)) if (context !== own) named.add(context);
    imports.set(own, named);
  }
  const reached = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const one of imports.get(next) ?? [])
        if (!seen.has(one)) {
          seen.add(one);
          open.push(one);
        }
    return seen;
  };
  return [...imports.keys()].filter((context) => reached(context).has(context)).sort();
}
