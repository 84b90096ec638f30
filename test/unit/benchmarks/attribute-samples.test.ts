import type { Profiler } from 'node:inspector';
import { describe, expect, it } from '@jest/globals';
import { attributeSamples } from '#test/benchmarks/delivery/attribute-samples';

const frame = (functionName: string, url = ''): Profiler.ProfileNode['callFrame'] => ({
  ...{ functionName, url },
  ...{ scriptId: '1', lineNumber: 0, columnNumber: 0 },
});

/** The root calls each of these chains of frames, from the outermost to the innermost; each has one sample of a second. */
function profileOf(chains: readonly (readonly Profiler.ProfileNode['callFrame'][])[]): Profiler.Profile {
  const nodes: Profiler.ProfileNode[] = [{ id: 1, callFrame: frame('(root)'), children: [] }];
  const samples = chains.map((chain) =>
    chain.reduce((parentId, callFrame) => {
      const id = nodes.length + 1;
      nodes.push({ id, callFrame, children: [] });
      nodes.find((node) => node.id === parentId)?.children?.push(id);
      return id;
    }, 1),
  );
  return { nodes, startTime: 0, endTime: 1, samples, timeDeltas: samples.map(() => 1e6) };
}

const product = frame('deliver', 'file:///repository/shared/webhooks/delivery/deliver.ts');
const handler = frame('handler', 'file:///repository/functions/workers/webhook-delivery/index.ts');
const double = frame('put', 'file:///repository/test/doubles/dynamodb/view.ts');
const library = frame('write', 'file:///repository/node_modules/undici/lib/client.js');
const native = frame('parse');

describe('a sample of the processor', () => {
  it.each([
    ['of the product', [product], { ownSeconds: 1, testSeconds: 0 }],
    ['of a library that the product calls', [handler, library, native], { ownSeconds: 1, testSeconds: 0 }],
    ['of a socket that calls a library', [library, native], { ownSeconds: 1, testSeconds: 0 }],
    ['of an in-memory service that the product calls', [product, double, native], { ownSeconds: 0, testSeconds: 1 }],
    ['of the product that a benchmark calls', [double, product], { ownSeconds: 1, testSeconds: 0 }],
    ['of an idle processor', [frame('(idle)')], { ownSeconds: 0, testSeconds: 0 }],
  ])('%s', (_of, chain, attributed) => expect(attributeSamples(profileOf([chain]))).toEqual(attributed));

  it('of garbage collection is divided as the others are', () => {
    const samples = [[product], [product], [product], [double], [frame('(garbage collector)')]];

    expect(attributeSamples(profileOf(samples))).toEqual({ ownSeconds: 3.75, testSeconds: 1.25 });
  });
});
