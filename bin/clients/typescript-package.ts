import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { DOCUMENT, FOLDER, namesIn, PINNED, prepare, readDocument, run, TSC } from '#bin/clients/client-build';
import { clientDocument, mediaTypesOf } from '#bin/clients/client-document';
import { type FormerName, formerNamesOf, inPascalCase } from '#bin/clients/operation-names';
import { operationIdsOf } from '#bin/clients/operations';
import { PACKAGE_BIN_DIR, PROJECT_DIR } from '#bin/paths';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';

const SOURCE = join(PROJECT_DIR, 'sdk/typescript');
const BUILD = join(FOLDER, 'typescript');
const GENERATED = join(BUILD, 'src/generated');

/** Where the built package is. */
export const TYPESCRIPT_PACKAGE = join(FOLDER, 'rapporteur-client.tgz');

/** Of what the package in `BUILD` was built from. Written last: without it the build is not whole. */
const DIGEST_FILE = join(BUILD, 'sources.sha256');

/** One class with a method for each operation, which returns the body of the response and throws its errors. */
const GENERATOR_CONFIG = {
  input: join(BUILD, 'openapi.json'),
  output: { path: GENERATED, module: { extension: '.js' } },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    { name: '@hey-api/typescript' },
    {
      name: '@hey-api/sdk',
      ...{ responseStyle: 'data', auth: false },
      operations: { strategy: 'single', containerName: 'Operations', methods: 'instance' },
    },
  ],
};

/**
 * Builds the package of sdk/typescript: generates its operations and types from the OpenAPI document, compiles it, runs
 * its tests and packs it. Nothing generated is in the repository, so that it cannot differ from the document:
 * docs/decisions/client-libraries.md. Returns the operations that it has.
 */
export async function buildTypescriptPackage(): Promise<readonly string[]> {
  await rm(BUILD, { recursive: true, force: true });
  await cp(SOURCE, BUILD, { recursive: true });
  const document = await readDocument();
  await writeFile(GENERATOR_CONFIG.input, JSON.stringify(clientDocument(document)));
  const config = join(BUILD, 'openapi-ts.config.mjs');
  await writeFile(config, `export default ${JSON.stringify(GENERATOR_CONFIG)};\n`);
  await run('node_modules/.bin/openapi-ts', ['-f', config, '--no-log-file'], { path: [PACKAGE_BIN_DIR] });
  const version = `/** The version of the API that every request asks for. */\nexport const API_VERSION = '${NEWEST_VERSION}';\n`;
  await writeFile(join(GENERATED, 'version.ts'), version);
  await writeFile(join(GENERATED, 'media-types.ts'), mediaTypesModule(mediaTypesOf(document)));
  await writeFormerNames(formerNamesOf(operationIdsOf(document)));
  await run(TSC, ['-p', BUILD, '--typeRoots', join(PROJECT_DIR, 'node_modules/@types')]);
  await testPackage();
  await pack();
  await writeFile(DIGEST_FILE, await digestOfSources());
  return typescriptOperations();
}

/** The operations that have other media types than JSON. */
function mediaTypesModule(types: ReturnType<typeof mediaTypesOf>): string {
  const others = types.filter(([, some]) => some.join() !== 'application/json');
  return [
    '/** The media types of successful responses, by operation; `application/json` for those that are not here. */',
    `export const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(others))};`,
    '',
  ].join('\n');
}

/** Writes the deprecated names of methods into a class below that of the operations, and those of their types. */
async function writeFormerNames(names: readonly FormerName[]): Promise<void> {
  const deprecated = (name: string) => `/** @deprecated It is called \`${name}\`. */`;
  const methods = names.map(
    ({ former, name }) =>
      `  ${deprecated(name)}\n  get ${former}(): Operations['${name}'] {\n    return this.${name}.bind(this);\n  }\n`,
  );
  const types = await readFile(join(GENERATED, 'types.gen.ts'), 'utf8');
  const aliases = names.flatMap(({ former, name }) =>
    namesIn(types, new RegExp(`^export type ${inPascalCase(name)}(Data|Errors?|Responses?) =`, 'gm')).map((suffix) => {
      const now = `${inPascalCase(name)}${suffix}`;
      return { now, line: `${deprecated(now)}\nexport type ${inPascalCase(former)}${suffix} = ${now};\n` };
    }),
  );
  await writeFile(
    join(GENERATED, 'former-names.ts'),
    [
      "import { Operations } from './sdk.gen.js';\n",
      `import type { ${aliases.map(({ now }) => now).join(', ')} } from './types.gen.js';\n\n`,
      `/** The operations with the deprecated names of their methods. */\nexport class NamedOperations extends Operations {\n`,
      ...methods,
      '}\n',
      ...aliases.map(({ line }) => line),
    ].join(''),
  );
}

/** Runs the tests of the package on our Node, and on the installed one: an older one, as partners may have. */
async function testPackage(): Promise<void> {
  const tests = (await readdir(join(BUILD, 'test'))).filter((name) => name.endsWith('.test.mjs'));
  // Node 20 takes no pattern.
  for (const node of new Set([process.execPath, ...installedNodes().slice(0, 1)]))
    await run(node, ['--test', ...tests.map((name) => join('test', name))], { cwd: BUILD });
}

/** Each `node` of the PATH, without those that packages bring. */
const installedNodes = (): readonly string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path));

/** The operations of the package that was built last. */
export const typescriptOperations = async (): Promise<readonly string[]> =>
  namesIn(await readFile(join(GENERATED, 'sdk.gen.ts'), 'utf8'), /^ {4}public (\w+)<ThrowOnError/gm);

const CHANGES = ['client-document.ts', 'operation-names.ts', 'typescript-package.ts'].map((name) =>
  join(import.meta.dirname, name),
);

/** Builds the package unless it is there, of the same sources. Returns the path of its module. */
export async function ensureTypescriptClient(): Promise<string> {
  await prepare();
  const built = await readFile(DIGEST_FILE, 'utf8').catch(() => undefined);
  if (built !== (await digestOfSources())) await buildTypescriptPackage();
  return join(BUILD, 'dist/index.js');
}

/** Of the OpenAPI document, the generators with what is changed for them, and the files of sdk/typescript. */
async function digestOfSources(): Promise<string> {
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const digest = createHash('sha256');
  for (const path of [DOCUMENT, join(PINNED, 'package-lock.json'), ...CHANGES, ...own.sort()])
    digest.update(await readFile(path));
  return digest.digest('hex');
}

async function pack(): Promise<void> {
  const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', FOLDER], { cwd: BUILD }));
  await cp(join(FOLDER, filename), TYPESCRIPT_PACKAGE);
}
