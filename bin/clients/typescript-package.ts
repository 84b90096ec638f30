import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENT, FOLDER, occurrences, run } from '#bin/clients/workshop';
import { PACKAGE_BIN_DIR, PROJECT_DIR } from '#bin/paths';
import { NEWEST_VERSION } from '#shared/versions/releases';

const SOURCE = join(PROJECT_DIR, 'sdk/typescript');
const BUILD = join(FOLDER, 'typescript');
const GENERATED = join(BUILD, 'src/generated');

/** Where the built package is. */
export const TYPESCRIPT_PACKAGE = join(FOLDER, 'rapporteur-client.tgz');

/** One class with a method for each operation, which returns the body of the response and throws its errors. */
const GENERATOR_CONFIG = {
  input: DOCUMENT,
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
 * docs/decisions/client-libraries.md. Returns how many operations it has.
 */
export async function buildTypescriptPackage(): Promise<number> {
  await rm(BUILD, { recursive: true, force: true });
  await cp(SOURCE, BUILD, { recursive: true });
  const config = join(BUILD, 'openapi-ts.config.mjs');
  await writeFile(config, `export default ${JSON.stringify(GENERATOR_CONFIG)};\n`);
  await run('node_modules/.bin/openapi-ts', ['-f', config, '--no-log-file'], { path: [PACKAGE_BIN_DIR] });
  const version = `/** The version of the API that every request asks for. */\nexport const API_VERSION = '${NEWEST_VERSION}';\n`;
  await writeFile(join(GENERATED, 'version.ts'), version);
  await run('node_modules/.bin/tsc', ['-p', BUILD, '--typeRoots', join(PROJECT_DIR, 'node_modules/@types')]);
  await run('node', ['--test', 'test/*.test.mjs'], { path: [PACKAGE_BIN_DIR], cwd: BUILD });
  await pack();
  return occurrences(await readFile(join(GENERATED, 'sdk.gen.ts'), 'utf8'), /^ {4}public \w+<ThrowOnError/gm);
}

async function pack(): Promise<void> {
  const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', FOLDER], { cwd: BUILD }));
  await cp(join(FOLDER, filename), TYPESCRIPT_PACKAGE);
}
