import { parseArgs } from 'node:util';
import { seconds } from '#bin/cli/progress';
import { ONE_PASSED, Parts, runCounted } from '#bin/test/parts';
import { commitOfWorkTree, PassedFile } from '#bin/test/passed-commands';
import { RELEASE_PHASES, type ReleaseRun } from '#bin/test/release-runs';

const USAGE = `npm run test:release [-- --continue]

  --continue  leaves out the commands that passed before at this commit, in a work tree without changes

Takes hours; each command counts as one test.`;

const { values } = parseArgs({ options: { continue: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(USAGE);
  process.exit();
}

const parts = new Parts();
const commit = await commitOfWorkTree();
const passed = commit === undefined ? undefined : await PassedFile.at('.local/release-run.json', commit);
if (values.continue && !passed) {
  console.error('--continue needs a work tree without changes.');
  process.exit(2);
}

for (const sideBySide of RELEASE_PHASES) await Promise.all(sideBySide.map(inTurn));
process.exitCode = parts.finish();

async function inTurn(runs: readonly ReleaseRun[]): Promise<void> {
  for (const one of runs) await runOnce(one);
}

async function runOnce({ command: named, args }: ReleaseRun): Promise<void> {
  const [script = '', ...program] = named.split(' ');
  const given = [...program, ...args];
  const command = [...(script === 'test' ? [] : ['run']), script, ...(given.length > 0 ? ['--', ...given] : [])];
  const name = `npm ${command.join(' ')}`;
  const before = values.continue ? passed?.secondsOf(name) : undefined;
  if (before !== undefined) {
    return parts.do(`${name}, before in ${seconds(1000 * before).trim()}`, async () => ONE_PASSED);
  }
  const startedAt = performance.now();
  await parts.do(name, async () => {
    const count = await runCounted({
      ...{ command: 'npm', args: ['--silent', ...command] },
      env: { TEST_SIZE: 'release' },
    });
    // A test that changes a file of the repository must not pass for the commit.
    if (count.failed === 0 && (await commitOfWorkTree()) === commit)
      await passed?.add(name, (performance.now() - startedAt) / 1000);
    return count;
  });
}
