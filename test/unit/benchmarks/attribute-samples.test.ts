import type { Profiler } from 'node:inspector';
import { attributeSamples } from '#test/benchmarks/delivery/attribute-samples';
import { describe, expect, it } from '#test/support/jest';

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
const sdk = frame('serialize', 'file:///repository/node_modules/@smithy/core/dist-es/index.js');
const library = frame('write', 'file:///repository/node_modules/undici/lib/client.js');
const native = frame('parse');

const NONE = { product: 0, awsSdk: 0, libraries: 0, node: 0 };

describe('a sample of the processor', () => {
  it.each([
    ['of the product', [product], 'product'],
    ["of Node's own code that the product calls", [product, native], 'product'],
    ['of a library that the product calls', [handler, library, native], 'libraries'],
    ['of the product that a library calls', [handler, library, product], 'product'],
    ['of the AWS SDK', [handler, sdk, native], 'awsSdk'],
    ['of a socket that calls a library', [library, native], 'libraries'],
    ['of a socket alone', [frame('onread', 'node:internal/stream_base_commons'), native], 'node'],
    ['of the product that a benchmark calls', [double, product], 'product'],
  ])('%s is own', (_of, chain, part) =>
    expect(attributeSamples(profileOf([chain]))).toEqual({
      ...{ ownSeconds: 1, testSeconds: 0 },
      partSeconds: { ...NONE, [part]: 1 },
    }),
  );

  it('of an in-memory service that the product calls is of the test', () => {
    const ofATest = { ownSeconds: 0, partSeconds: NONE, testSeconds: 1 };

    expect(attributeSamples(profileOf([[product, double, library, native]]))).toEqual(ofATest);
  });

  it('of an idle processor counts for nothing', () => {
    const idle = { ownSeconds: 0, partSeconds: NONE, testSeconds: 0 };

    expect(attributeSamples(profileOf([[frame('(idle)')]]))).toEqual(idle);
  });

  it('of garbage collection is divided as the others are', () => {
    const samples = [[product], [product], [sdk], [double], [frame('(garbage collector)')]];

    expect(attributeSamples(profileOf(samples))).toEqual({
      ...{ ownSeconds: 3.75, testSeconds: 1.25 },
      partSeconds: { ...NONE, product: 2.5, awsSdk: 1.25 },
    });
  });
});
