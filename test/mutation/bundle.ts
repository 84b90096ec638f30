import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { AREAS } from './areas.ts';

const FOLDER = 'dist/mutation';
/** What CommonJS packages expect to find in a module. */
const COMMON_JS = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
  'const __dirname = import.meta.dirname;',
  'const __filename = import.meta.filename;',
].join('\n');

/** Puts the tests of an area into one file that runs them all: `node dist/mutation/tests.mjs`. Works where it is started. */
async function main(): Promise<void> {
  const { area = '' } = parseArgs({ options: { area: { type: 'string' } } }).values;
  const tests = AREAS[area]?.tests;
  if (!tests) throw new Error(`--area is one of ${Object.keys(AREAS).join(', ')}`);
  const root = process.cwd();
  const files = globSync([...tests]).sort();
  const imports = ['test/support/property-seed.ts', ...files].map((file) => `import '${join(root, file)}';`);
  const run = `import { runAll } from '${join(root, 'test/mutation/light-jest.ts')}';\nawait runAll();`;
  mkdirSync(FOLDER, { recursive: true });
  const entry = join(FOLDER, 'entry.ts');
  writeFileSync(entry, `${imports.join('\n')}\n${run}\n`);
  await build({
    ...{ entryPoints: [entry], outfile: join(FOLDER, 'tests.mjs'), bundle: true, platform: 'node', format: 'esm' },
    ...{ target: 'node24', logLevel: 'error', banner: { js: COMMON_JS } },
    alias: { '#test/support/jest': join(root, 'test/mutation/light-jest.ts') },
  });
  process.stdout.write(`${files.length} files of tests\n`);
}

await main();
