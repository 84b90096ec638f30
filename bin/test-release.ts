import { Parts, runCounted } from '#bin/test/parts';

/**
 * What must hold before a release: every test at its full size, then the long runs of docs/reliability.md and
 * docs/calendars.md that fail on a violation. Takes hours; each command counts as one test.
 */
const RUNS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['test'],
  ['run', 'simulate', '--', '--seeds', '10000', '--faults', 'realistic'],
  ['run', 'simulate', '--', '--seeds', '300', '--faults', 'none'],
  ['run', 'simulate', '--', '--seeds', '300', '--faults', 'heavy'],
  ['run', 'test:calendars', '--', '--sequences', '20000'],
  ['run', 'test:faults', '--', '--table', 'full'],
  ['run', 'test:fuzz'],
];

const parts = new Parts();
for (const args of RUNS)
  await parts.do(`npm ${args.join(' ')}`, () => runCounted('npm', ['--silent', ...args], { TEST_SIZE: 'release' }));
process.exitCode = parts.finish();
