/** What a `fields` mask leaves of an answer: a tree of names, where an empty one is the whole. */
interface Mask {
  [name: string]: Mask;
}

/** developers.google.com/workspace/calendar/api/guides/performance: `a,b(c,d/e),f/g`. Undefined for what is no mask. */
export function maskIn(text: string): Mask | undefined {
  const tokens = text.match(/[A-Za-z0-9_*]+|[(),/]/g) ?? [];
  let at = 0;
  const list = (): Mask => {
    const mask: Mask = {};
    do {
      const name = tokens[at++];
      if (name === undefined || /[(),/]/.test(name)) throw new SyntaxError('a name is missing');
      mask[name] = { ...mask[name], ...rest() };
    } while (tokens[at] === ',' && ++at > 0);
    return mask;
  };
  const rest = (): Mask => {
    if (tokens[at] === '/') {
      at += 1;
      const name = tokens[at++];
      if (name === undefined) throw new SyntaxError('a name is missing');
      return { [name]: rest() };
    }
    if (tokens[at] !== '(') return {};
    at += 1;
    const inner = list();
    if (tokens[at++] !== ')') throw new SyntaxError('a bracket is open');
    return inner;
  };
  try {
    const mask = list();
    return at === tokens.length ? mask : undefined;
  } catch {
    return undefined;
  }
}

/** Lists are looked through: a mask names what is in each of their items. */
export function masked(value: unknown, mask: Mask): unknown {
  if (Object.keys(mask).length === 0 || '*' in mask) return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const wanted = mask[name];
      return wanted ? [[name, masked(inner, wanted)]] : [];
    }),
  );
}
