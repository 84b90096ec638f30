import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type OpenapiDocument, operationIdsOf } from '#bin/clients/operations';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { installPinned } from '#bin/pinned-packages';
import type { JsonObject } from '#shared/foundation/core/json';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';

/** The generators that are pinned here, apart from our own packages: they need an older TypeScript. */
export const PINNED = join(import.meta.dirname, 'generators');
/** Where clients are made. */
export const FOLDER = join(STATE_DIR, 'clients');
export const DOCUMENT = join(FOLDER, 'openapi.json');
/** The compiler of the project, several times as fast as that of the generators. */
export const TSC = join(PROJECT_DIR, 'node_modules/.bin/tsc');

/** Runs a program in `cwd`, by default the folder of the clients; programs of `path` go before those of the machine. */
export async function run(
  command: string,
  args: readonly string[],
  { path = [], cwd = FOLDER }: { readonly path?: readonly string[]; readonly cwd?: string } = {},
): Promise<string> {
  const env = { ...process.env, PATH: [...path, process.env['PATH']].join(delimiter) };
  return (await promisify(execFile)(command, args, { cwd, env, maxBuffer: 10_000_000 })).stdout;
}

/** Writes the OpenAPI document and installs the generators. Returns the ids of the operations that the document has. */
export async function prepare(): Promise<readonly string[]> {
  await mkdir(FOLDER, { recursive: true });
  const operations = await writeDocument();
  await installPinned(PINNED, FOLDER);
  return operations;
}

async function writeDocument(): Promise<readonly string[]> {
  const text = JSON.stringify(openapi(contracts, 'https://api.example.com/api/v1'));
  await writeFile(DOCUMENT, text);
  const document: OpenapiDocument = JSON.parse(text);
  return operationIdsOf(document);
}

/** The document as `prepare` wrote it. */
export const readDocument = async (): Promise<JsonObject & OpenapiDocument> =>
  JSON.parse(await readFile(DOCUMENT, 'utf8'));

/** What the group of a pattern matches, in the order of the text. */
export const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
