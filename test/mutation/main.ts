import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.ts';

const USAGE = `node test/mutation/main.ts --stryker FOLDER [--area ${Object.keys(AREAS).join('|')}]

  --stryker FOLDER  outside the repository, where Stryker is installed (docs/mutation-score.md)
  --area A          this area alone (all)

  It fails where a mutation score is below 80 %.`;

/** Stryker's configuration. Each mutant runs the tests of its area in a process of its own. */
const configFor = (area: string) => ({
  testRunner: 'command',
  buildCommand: `node test/mutation/bundle.ts --area ${area}`,
  commandRunner: { command: 'node dist/mutation/tests.mjs' },
  mutate: AREAS[area]?.mutate,
  concurrency: 1,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `.local/mutation/${area}.json` },
  clearTextReporter: { allowColor: false, allowEmojis: false },
  // Types are stripped, not compiled: no tsconfig is rewritten.
  tsconfigFile: 'none',
  ignorePatterns: ['.local', 'dist', 'cdk.out'],
  tempDirName: `.local/stryker-${area}`,
  thresholds: { high: 90, low: 80, break: 80 },
});

function main(): void {
  const { stryker, area } = parseArgs({ options: { stryker: { type: 'string' }, area: { type: 'string' } } }).values;
  if (stryker === undefined) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const folder = '.local/mutation';
  mkdirSync(folder, { recursive: true });
  for (const one of area === undefined ? Object.keys(AREAS) : [area]) {
    const config = join(folder, `${one}.config.json`);
    writeFileSync(config, JSON.stringify(configFor(one), undefined, 2));
    const program = join(stryker, 'node_modules/@stryker-mutator/core/bin/stryker.js');
    const { status } = spawnSync(process.execPath, [program, 'run', config], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

main();
