import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING } from '#bin/cdk/build-functions';
import { expect, it } from '#test/support/jest';

const ROOT = join(import.meta.dirname, '../..');

/** The SDK clients that are part of a function's bundle. */
async function clientsIn(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...BUNDLING,
    entryPoints: [join(ROOT, 'functions', entry, 'index.ts')],
    absWorkingDir: ROOT,
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const bundled = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const clients = bundled.flatMap((path) => /@aws-sdk\/client-([\w-]+)\/.*\w+Client\.js$/.exec(path)?.[1] ?? []);
  return [...new Set(clients)].sort();
}

it.each([
  ['api/documents', []],
  ['workers/outbox-relay', ['eventbridge']],
  ['workers/webhook-fanout', ['dynamodb', 'sqs']],
])('the bundle of %s holds no SDK client but those it uses', async (entry, clients) => {
  expect(await clientsIn(entry)).toEqual(clients);
});
