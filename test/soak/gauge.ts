/** What this process holds at a moment, after a forced collection. */
export interface Gauge {
  readonly as: string;
  readonly heapMb: number;
  readonly residentMb: number;
  /** Open handles and requests by type, as `process.getActiveResourcesInfo()` names them. */
  readonly handles: Readonly<Record<string, number>>;
  /** Rows of events in the table: they are the most of the heap, and none of it is a leak. */
  readonly rows: number;
}

const asMb = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Needs `node --expose-gc`. */
export function gauge(as: string, rows: number): Gauge {
  if (!globalThis.gc) throw new Error('Run it as npm test -- soak: node has to be started with --expose-gc.');
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return { as, heapMb: asMb(heapUsed), residentMb: asMb(rss), handles: openHandles(), rows };
}

/** Without immediates, which are gone at the end of a turn. */
export function openHandles(): Readonly<Record<string, number>> {
  const types = process.getActiveResourcesInfo().filter((type) => type !== 'Immediate');
  return Object.fromEntries([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));
}

/** Types of which there are more after than before, beyond this factor and number. */
export const grown = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  { factor, beyond }: { readonly factor: number; readonly beyond: number },
): readonly string[] =>
  Object.entries(after).flatMap(([type, count]) => {
    const had = before[type] ?? 0;
    return count > had * factor + beyond ? [`${type}: ${had} before, ${count} after`] : [];
  });
