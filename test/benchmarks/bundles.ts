import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING, buildFunctions } from '#bin/cdk/build-functions';
import { type ImportTime, importTimes } from './import-times.ts';

/** One function as it is deployed. */
export interface Bundle extends ImportTime {
  /** Folder under functions/. */
  readonly entry: string;
  readonly bytes: number;
}

export interface Bundles {
  /** The least that a function costs that opens the table. */
  readonly reference: Omit<Bundle, 'entry'>;
  /** Largest first. */
  readonly functions: readonly Bundle[];
}

const NOT_MEASURED: ImportTime = { importMs: Number.NaN, importCpuMs: Number.NaN };
const ROOT = join(import.meta.dirname, '../..');

/** Builds every function as a deployment would, into a folder that is gone afterwards, and loads each of them. */
export async function measureBundles(rounds: number): Promise<Bundles> {
  const out = await mkdtemp(join(tmpdir(), 'rapporteur-bench-'));
  try {
    const built = await buildFunctions({ out });
    const reference = join(out, 'reference.js');
    const bytes = await buildReference(reference);
    const files = built.map(({ entry }) => join(out, 'functions', entry, 'index.js'));
    const [referenceTime = NOT_MEASURED, ...times] = await importTimes([reference, ...files], rounds);
    return {
      reference: { bytes, ...referenceTime },
      functions: built.map((one, position) => ({ ...one, ...(times[position] ?? NOT_MEASURED) })),
    };
  } finally {
    await rm(out, { recursive: true });
  }
}

/** A function that imports the document client alone; the bytes of its bundle. */
async function buildReference(outfile: string): Promise<number> {
  const contents = `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
    export const handler = (keys) => DynamoDBDocumentClient.from(new DynamoDBClient({})).send(new BatchGetCommand(keys));
  `;
  const { outputFiles } = await build({ ...BUNDLING, stdin: { contents, resolveDir: ROOT }, outfile, write: false });
  const [{ contents: code } = { contents: new Uint8Array() }] = outputFiles;
  await writeFile(outfile, code);
  return code.byteLength;
}
