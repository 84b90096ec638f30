import { Parts, runCounted } from '#bin/test/parts';
import { RELEASE_RUNS } from '#bin/test/release-runs';

/** npm run test:release: takes hours; each command counts as one test. */
const parts = new Parts();
for (const { script, args } of RELEASE_RUNS) {
  const command = script === 'test' ? ['test'] : ['run', script, ...(args.length > 0 ? ['--', ...args] : [])];
  await parts.do(`npm ${command.join(' ')}`, () =>
    runCounted({ command: 'npm', args: ['--silent', ...command], env: { TEST_SIZE: 'release' } }),
  );
}
process.exitCode = parts.finish();
