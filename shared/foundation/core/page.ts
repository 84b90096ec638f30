/** Part of a list, and where the next part begins; the position means something to the store alone. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
  /** Behind each of the items: where the list goes on when not all of them fit into one answer. */
  readonly positions?: readonly string[];
}

/** The page with what each item leads to, or without it; those left keep their positions. */
export function filterMapPage<From, To>(page: Page<From>, pick: (item: From) => To | undefined): Page<To> {
  const { positions, next } = page;
  const picked = page.items.map(pick);
  const isKept = (_: unknown, at: number): boolean => picked[at] !== undefined;
  return {
    items: picked.flatMap((item) => (item === undefined ? [] : [item])),
    next,
    ...(positions && { positions: positions.filter(isKept) }),
  };
}

export interface PageRequest {
  readonly limit: number;
  readonly after: string | undefined;
  /**
   * Whether who asks may see the list, where that is not known yet. Its rows are read only then: refusing a list costs
   * the same reads whether there is anything in it or not.
   */
  readonly admitted?: Promise<boolean>;
  /** Reads the index and no rows, and answers an empty page: a prefetch, before it is known who asks. */
  readonly keysOnly?: true;
}
