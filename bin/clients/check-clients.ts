import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENT, FOLDER, namesIn, prepare, run, TSC } from '#bin/clients/client-build';
import { clientNameOf } from '#bin/clients/operation-names';
import { compareOperations } from '#bin/clients/operations';
import { buildPythonPackage, pythonOfGenerators } from '#bin/clients/python-package';
import { buildTypescriptPackage } from '#bin/clients/typescript-package';
import { PACKAGE_BIN_DIR } from '#bin/paths';

/**
 * npm run tool -- clients: makes clients of the OpenAPI document with the generators that partners use, without a warning, builds
 * our own client packages, and fails if one lacks an operation of the document or has another.
 */

const COMPILING = [
  ...['--ignoreConfig', '--noEmit', '--strict'],
  ...['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
  // Types of packages that a client does not use.
  ...['--typeRoots', 'none'],
  // The types of JavaScript itself come with the compiler.
  '--skipDefaultLibCheck',
];

/** A function for each operation. */
async function heyApi(): Promise<readonly string[]> {
  await run('node_modules/.bin/openapi-ts', ['-i', DOCUMENT, '-o', 'hey-api', '--no-log-file'], {
    path: [PACKAGE_BIN_DIR],
  });
  await run(TSC, [...COMPILING, 'hey-api/index.ts']);
  return namesIn(await readFile(join(FOLDER, 'hey-api/sdk.gen.ts'), 'utf8'), /^export const (\w+) = </gm);
}

/** A method of a path for each operation. */
async function openapiTypescript(): Promise<readonly string[]> {
  await run('node_modules/.bin/openapi-typescript', [DOCUMENT, '-o', 'types.d.ts']);
  await run(TSC, [...COMPILING, 'types.d.ts']);
  const [paths = ''] = (await readFile(join(FOLDER, 'types.d.ts'), 'utf8')).split('export interface webhooks');
  return namesIn(paths, /^ +(?:get|put|post|delete|patch): operations\["(\w+)"\]/gm);
}

// Both install what they need: from npm, and from PyPI.
const [operations] = await Promise.all([prepare(), pythonOfGenerators()]);
const ourNames = operations.map(clientNameOf);
for (const [generate, expected] of [
  [heyApi, operations],
  [openapiTypescript, operations],
  [buildTypescriptPackage, ourNames],
  [buildPythonPackage, ourNames],
] as const) {
  const { present, missing, unknown } = compareOperations(expected, await generate());
  console.log(`${generate.name}: ${present.length} of ${operations.length} operations`);
  for (const name of missing) console.error(`  ${name} of the OpenAPI document is missing.`);
  for (const name of unknown) console.error(`  ${name} is not in the OpenAPI document.`);
  if (missing.length + unknown.length > 0) process.exitCode = 1;
}
