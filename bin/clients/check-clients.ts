import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_BIN_DIR, STATE_DIR } from '#bin/paths';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';

/**
 * npm run clients: makes clients of the OpenAPI document with the generators that partners use, without a warning, and
 * compares the operations of each with the document's. The generators are pinned here, apart from our own packages:
 * they need an older TypeScript.
 */

const PINNED = join(import.meta.dirname, 'generators');
const FOLDER = join(STATE_DIR, 'clients');
const DOCUMENT = join(FOLDER, 'openapi.json');
const PACKAGES = ['package.json', 'package-lock.json'];
const COMPILING = [
  ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
  // Types of packages that a client does not use.
  ...['--typeRoots', 'none'],
  // The types of JavaScript itself come with the compiler.
  '--skipDefaultLibCheck',
];

async function run(command: string, args: readonly string[], path: readonly string[] = []): Promise<void> {
  const env = { ...process.env, PATH: [...path, process.env['PATH']].join(delimiter) };
  await promisify(execFile)(command, args, { cwd: FOLDER, env, maxBuffer: 10_000_000 });
}

/** Writes the document; answers how many operations it has. */
async function writeDocument(): Promise<number> {
  const document = openapi(contracts, 'https://api.example.com/api/v1');
  await writeFile(DOCUMENT, JSON.stringify(document));
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  return Object.values(paths)
    .flatMap((path) => Object.keys(path))
    .filter((key) => ['get', 'post', 'patch', 'put', 'delete'].includes(key)).length;
}

async function installPackages(): Promise<void> {
  const [pinned, installed] = await Promise.all(
    [PINNED, FOLDER].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => '')),
  );
  if (pinned === installed) return;
  for (const name of PACKAGES) await copyFile(join(PINNED, name), join(FOLDER, name));
  // A lock without its packages would count as installed the next time.
  const undo = () => rm(join(FOLDER, 'package-lock.json'), { force: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']).catch(async (cause) => {
    await undo();
    throw cause;
  });
}

/** A function for each operation. */
async function heyApi(): Promise<number> {
  await run('node_modules/.bin/openapi-ts', ['-i', DOCUMENT, '-o', 'hey-api', '--no-log-file'], [PACKAGE_BIN_DIR]);
  await run('node_modules/.bin/tsc', [...COMPILING, 'hey-api/index.ts']);
  return occurrences(await readFile(join(FOLDER, 'hey-api/sdk.gen.ts'), 'utf8'), /^export const \w+ = </gm);
}

/** A method of a path for each operation. */
async function openapiTypescript(): Promise<number> {
  await run('node_modules/.bin/openapi-typescript', [DOCUMENT, '-o', 'types.d.ts']);
  await run('node_modules/.bin/tsc', [...COMPILING, 'types.d.ts']);
  const [paths = ''] = (await readFile(join(FOLDER, 'types.d.ts'), 'utf8')).split('export interface webhooks');
  return occurrences(paths, /^ +(get|put|post|delete|patch): operations/gm);
}

const occurrences = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** A module for each operation. */
async function openapiPythonClient(): Promise<number> {
  const python = await ensureEnvironment({
    tool: 'The generator of Python clients',
    minPythonMinor: 11,
    folder: join(FOLDER, 'venv'),
    requirements: join(PINNED, 'requirements.txt'),
    signal: new AbortController().signal,
  });
  const generate = ['generate', '--path', DOCUMENT, '--output-path', 'python', '--overwrite', '--fail-on-warning'];
  // It formats what it writes with the ruff of its own environment.
  await run(python, ['-m', 'openapi_python_client', ...generate], [dirname(python)]);
  await run(python, ['-m', 'compileall', '-q', 'python']);
  const modules = await readdir(join(FOLDER, 'python'), { recursive: true });
  return modules.filter((path) => /\/api\/\w+\/(?!__)\w+\.py$/.test(path)).length;
}

await mkdir(FOLDER, { recursive: true });
const operations = await writeDocument();
await installPackages();
for (const generate of [heyApi, openapiTypescript, openapiPythonClient]) {
  const generated = await generate();
  console.log(`${generate.name}: ${generated} of ${operations} operations`);
  if (generated !== operations) process.exitCode = 1;
}
