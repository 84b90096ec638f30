import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, chromiumIsThere } from '#bin/chromium';
import { FUZZER } from '#bin/fuzz/run-fuzz';
import { findPython, type PythonTool } from '#bin/stack/emulator/python';
import { ensureSpeechEnvironment } from '#bin/stack/speech/speech-server';
import { writeGroups } from '#bin/test/groups';
import { type Count, ONE_FAILED, ONE_PASSED, Parts, type Program, run, runCounted } from '#bin/test/parts';
import { CHECK_ARGS, CHECKS, GROUPS, TESTS } from '#bin/test/plan';
import { ensureReaders, READERS } from '#bin/test/readers-environment';
import { type StartedStack, startByCommand } from '#bin/test/started-stack';

/** Everything that must hold before a change lands: checks, tests in process, tests against a stack of its own. */

/** The same requests in every run, as far as ids and the clock allow: a run must not fail by chance. */
const FUZZ_SEED = 1;
const FUZZ_SECONDS = 25;

/**
 * Mebibytes of V8's young generation instead of 16, in jest and its workers: modules that are still loading are copied
 * less often. Contract tests then spend a third less time in scavenges (node --trace-gc, 43 of them instead of 71).
 */
const MORE_YOUNG_SPACE = '--max-semi-space-size=32';

const folder = await mkdtemp(join(tmpdir(), 'rapporteur-test-'));
const parts = new Parts();

const script = (name: string, args: readonly string[] = [], how: Pick<Program, 'env' | 'output'> = {}) =>
  runCounted({ command: 'npm', args: ['run', '--silent', name, '--', ...args], ...how });
const check = (name: string, args: readonly string[] = []) => script(name, args, { output: 'whole' });

const jest = (part: keyof typeof TESTS, how?: Pick<Program, 'env' | 'output'>) => runJest(part, TESTS[part], how);

const jestInGroups = async (part: keyof typeof GROUPS, how?: Pick<Program, 'env' | 'output'>) =>
  runJest(part, await writeGroups(GROUPS[part], TESTS[part], join(folder, 'groups', part)), how);

async function runJest(
  part: string,
  args: readonly string[],
  how: Pick<Program, 'env' | 'output'> = {},
): Promise<Count> {
  const report = join(folder, `${part}.json`);
  const { code, processorSeconds } = await run({
    command: 'node',
    args: [MORE_YOUNG_SPACE, 'node_modules/.bin/jest', ...args, '--json', '--outputFile', report],
    ...how,
  });
  const { passed, failed } = await countsIn(report);
  // A suite that does not load has no failed test to count.
  return { passed, failed: code === 0 ? failed : Math.max(1, failed), processorSeconds };
}

async function countsIn(report: string): Promise<Count> {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return ONE_FAILED;
  }
}

/** `npm start` in a folder of this run; undefined if it does not start. */
async function startOwnStack(): Promise<StartedStack | undefined> {
  let started: StartedStack | undefined;
  await parts.do('stack', async () => {
    started = await startByCommand(join(folder, 'stack'));
    return ONE_PASSED;
  });
  return started;
}

async function onTheStack({ stackFile, stop }: StartedStack): Promise<void> {
  const how = { env: { STACK_FILE: stackFile }, output: 'whole' } as const;
  try {
    await parts.do('integration', () => jestInGroups('integration', how));
    await inTheBrowser(how);
    // Last: it breaks the stack for the others.
    await parts.do('faults', () => script('test:faults', ['--table', 'few'], how));
  } finally {
    await parts.do('end of the stack', async () => ((await stop()) === 0 ? ONE_PASSED : ONE_FAILED));
  }
}

/** The pages, in a real browser. Fails without one if `BROWSER_TESTS=required`. */
async function inTheBrowser(how: Pick<Program, 'env' | 'output'>): Promise<void> {
  if (chromiumIsThere() || process.env['BROWSER_TESTS'] === 'required')
    await parts.do('browser', () => jestInGroups('browser', how));
  else console.log(`  – tests in a browser are left out: ${CHROMIUM} is not there (apt-get install chromium)`);
}

const hasPython = (tool: PythonTool): Promise<boolean> =>
  findPython(tool).then(
    () => true,
    () => false,
  );

/** Requests drawn from the OpenAPI document; counts as one test. `npm run test:fuzz` draws others, and more of them. */
async function fuzz(): Promise<void> {
  if (!(await hasPython(FUZZER)))
    return console.log(`  – fuzzing is left out: it needs Python 3.${FUZZER.minPythonMinor}`);
  const seed = Number(process.env['FUZZ_SEED'] ?? FUZZ_SEED);
  console.log(`Fuzzing with seed ${seed}; again with: npm run test:fuzz -- --seed ${seed} --seconds ${FUZZ_SECONDS}`);
  await parts.do('fuzzing', () => script('test:fuzz', ['--seed', String(seed), '--seconds', String(FUZZ_SECONDS)]));
}

/** Exported files, read by programs of others. They are installed first: each of two test files would do it at once. */
async function readers(): Promise<void> {
  if (!(await hasPython(READERS)))
    return console.log(`  – readers of exports are left out: they need Python 3.${READERS.minPythonMinor}`);
  await parts.do('readers', async () => {
    await ensureReaders(new AbortController().signal);
    return jest('readers');
  });
}

/** Half a gigabyte from PyPI on a new machine; kept in `.local`. */
async function installSpeech(): Promise<Count> {
  await ensureSpeechEnvironment(new AbortController().signal);
  return ONE_PASSED;
}

try {
  // Beside the others, as the stack's start below: both wait for package registries most of their time.
  const clients = parts.do('clients', () => check('clients'));
  // Before the first stack: two of them would install it at once, and the tests would wait for it.
  const speech = parts.do('speech environment', installSpeech);
  await Promise.all(CHECKS.map((name) => parts.do(name, () => check(name, CHECK_ARGS[name]))));
  await Promise.all([
    parts.do('contract', () => jestInGroups('contract', { output: 'whole' })),
    parts
      .do('infra', () => jestInGroups('infra', { output: 'whole' }))
      .then(() => parts.do('unit', () => jestInGroups('unit', { output: 'whole' }))),
  ]);
  // In processes of their own: simulations take several times as long where everything else is loaded.
  const simulation = parts.do('simulation', () => jest('simulation'));
  const workers = parts.do('workers', () => jestInGroups('workers', { output: 'whole' }));
  // It counts what V8 executes, which loses counts of code that earlier tests made hot.
  const hostile = parts.do('hostile', () => jest('hostile', { output: 'whole' }));
  // Its tests install the client packages.
  await Promise.all([speech, clients]);
  const stack = await startOwnStack();
  // Side by side: the browser, the fuzzer and the commands wait most of their time, each for a stack of its own.
  const commands = parts.do('commands', () => jest('commands', { output: 'whole' }));
  await Promise.all([clients, workers, simulation, hostile, commands, readers(), fuzz(), stack && onTheStack(stack)]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = parts.finish();
