import type { Profiler } from 'node:inspector';

/** Whose code runs for the product: the innermost file of a sample, Node's own code counts for what calls it. */
export type Part = 'product' | 'awsSdk' | 'libraries' | 'node';

/** Seconds of samples by what the processor worked for. */
export interface Attributed {
  /** Code of the product, its libraries and Node's own, called by it. */
  readonly ownSeconds: number;
  /** `ownSeconds` by whose code it is; `node` are callbacks of sockets and TLS without a file of a package. */
  readonly partSeconds: Readonly<Record<Part, number>>;
  /** Code under `test/`, and what it called: in-memory services and the benchmark. */
  readonly testSeconds: number;
}

type Owner = Part | 'test' | 'both' | 'none';

/**
 * Attributes each sample of a processor profile by the innermost frame that is of this repository: one under `test/`
 * makes it the test's. Samples without one, of callbacks of sockets and libraries, are the product's. Garbage
 * collection and the program itself are of both, and are divided as the rest is.
 */
export function attributeSamples({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Attributed {
  const owners = ownersOf(nodes);
  const seconds = { product: 0, awsSdk: 0, libraries: 0, node: 0, test: 0, both: 0, none: 0 };
  for (const [nth, id] of samples.entries()) seconds[owners.get(id) ?? 'both'] += (timeDeltas[nth] ?? 0) / 1e6;
  const { product, awsSdk, libraries, node, test, both } = seconds;
  const own = product + awsSdk + libraries + node;
  const withBoth = (part: number) => part + (both * part) / Math.max(own + test, Number.EPSILON);
  return {
    ownSeconds: withBoth(own),
    partSeconds: {
      product: withBoth(product),
      awsSdk: withBoth(awsSdk),
      libraries: withBoth(libraries),
      node: withBoth(node),
    },
    testSeconds: withBoth(test),
  };
}

/** A node's frames are its own and those of the nodes above it. */
function ownersOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, Owner> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const urlsFrom = (node: Profiler.ProfileNode | undefined): readonly string[] =>
    node ? [node.callFrame.url, ...urlsFrom(byId.get(parents.get(node.id) ?? -1))] : [];
  const ownerOf = (node: Profiler.ProfileNode): Owner =>
    SPECIAL[node.callFrame.functionName] ?? ownerOfFrames(urlsFrom(node));
  return new Map(nodes.map((node) => [node.id, ownerOf(node)]));
}

/** Whose the files of a sample's frames are, from the innermost frame outwards. */
function ownerOfFrames(urls: readonly string[]): Owner {
  const inRepository = urls.findIndex((url) => folderOf(url) !== undefined);
  if (folderOf(urls[inRepository] ?? '') === 'test') return 'test';
  const library = urls.findIndex((url) => url.includes('/node_modules/'));
  const isInLibrary = library >= 0 && (inRepository < 0 || library < inRepository);
  if (isInLibrary) return AWS_SDK.test(urls[library] ?? '') ? 'awsSdk' : 'libraries';
  return inRepository < 0 ? 'node' : 'product';
}

const AWS_SDK = /\/node_modules\/@(?:aws-sdk|smithy)\//;

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
