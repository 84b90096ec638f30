import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { BUNDLING } from '#bin/cdk/build-functions';
import { expect, it } from '#test/support/jest';

const ROOT = join(import.meta.dirname, '../..');

/** What esbuild says of a function's bundle. */
async function bundleOf(entry: string): Promise<Metafile> {
  const { metafile } = await build({
    ...BUNDLING,
    entryPoints: [join(ROOT, 'functions', entry, 'index.ts')],
    absWorkingDir: ROOT,
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  return metafile;
}

/** The files that are part of a function's bundle, with the bytes that they take there. */
async function filesIn(entry: string): Promise<ReadonlyMap<string, number>> {
  const metafile = await bundleOf(entry);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return new Map(inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [[path, bytesInOutput]] : [])));
}

it.each([
  ['api/documents', []],
  ['workers/outbox-relay', ['eventbridge']],
  ['workers/webhook-fanout', ['dynamodb', 'sqs']],
])('the bundle of %s holds no SDK client but those it uses', async (entry, clients) => {
  const paths = [...(await filesIn(entry)).keys()];

  const bundled = paths.flatMap((path) => /@aws-sdk\/client-([\w-]+)\/.*\w+Client\.js$/.exec(path)?.[1] ?? []);

  expect([...new Set(bundled)].sort()).toEqual(clients);
});

it('the bundle of a function without streams of events holds none of the SDK’s code for them, and the versions of clients alone', async () => {
  const files = [...(await filesIn('workers/webhook-fanout'))];

  expect(files.filter(([path]) => path.includes('event-streams'))).toEqual([]);
  const descriptions = files.filter(([path]) => path.endsWith('package.json'));
  expect(descriptions.map(([, bytes]) => bytes < 100)).toEqual([true, true]);
});

it('the bundle of a function whose client has streams of events holds the SDK’s code for them', async () => {
  const paths = [...(await filesIn('workers/mail-delivery')).keys()];

  expect(paths.some((path) => path.includes('event-streams'))).toBe(true);
});

it.each(['api/bots', 'workers/webhook-fanout'])(
  'no module of the SDK is imported on demand within the bundle of %s, which would make it slow to load',
  async (entry) => {
    const { inputs } = await bundleOf(entry);

    const onDemand = Object.values(inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ kind, external }) => kind === 'dynamic-import' && external !== true);

    // It names browsers, and is in no bundle for Node.
    expect(onDemand.map(({ path }) => path)).toEqual(['node_modules/bowser/bowser.mjs']);
  },
);
