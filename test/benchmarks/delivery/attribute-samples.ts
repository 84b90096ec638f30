import type { Profiler } from 'node:inspector';

/** Seconds of samples by what the processor worked for. */
export interface Attributed {
  /** Code of the product, its libraries and Node's own, called by it. */
  readonly ownSeconds: number;
  /** Code under `test/`, and what it called: in-memory services and the benchmark. */
  readonly testSeconds: number;
}

type Owner = 'own' | 'test' | 'both' | 'none';

/**
 * Attributes each sample of a processor profile by the innermost frame that is of this repository: one under `test/`
 * makes it the test's. Samples without one, of callbacks of sockets and libraries, are the product's. Garbage
 * collection and the program itself are of both, and are divided as the rest is.
 */
export function attributeSamples({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Attributed {
  const owners = ownersOf(nodes);
  const seconds = { own: 0, test: 0, both: 0, none: 0 };
  for (const [nth, id] of samples.entries()) seconds[owners.get(id) ?? 'both'] += (timeDeltas[nth] ?? 0) / 1e6;
  const ownShare = seconds.own / Math.max(seconds.own + seconds.test, Number.EPSILON);
  return {
    ownSeconds: seconds.own + seconds.both * ownShare,
    testSeconds: seconds.test + seconds.both * (1 - ownShare),
  };
}

/** A node's frames are its own and those of the nodes above it. */
function ownersOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, Owner> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ownerOf = (node: Profiler.ProfileNode): Owner => {
    const special = SPECIAL[node.callFrame.functionName];
    if (special) return special;
    for (let at: Profiler.ProfileNode | undefined = node; at; at = byId.get(parents.get(at.id) ?? -1)) {
      const folder = folderOf(at.callFrame.url);
      if (folder) return folder === 'test' ? 'test' : 'own';
    }
    return 'own';
  };
  return new Map(nodes.map((node) => [node.id, ownerOf(node)]));
}

/** What V8 calls samples outside of functions. */
const SPECIAL: Readonly<Record<string, Owner>> = {
  '(idle)': 'none',
  '(program)': 'both',
  '(garbage collector)': 'both',
};

/** The folder of the repository that a file lies in; undefined for libraries and Node's own code. */
function folderOf(url: string): string | undefined {
  if (url.includes('/node_modules/')) return undefined;
  return /\/(test|shared|functions)\/.*\.ts$/.exec(url)?.[1];
}
