import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, chromiumIsThere, INSTALL_CHROMIUM } from '#bin/chromium';
import { FUZZER } from '#bin/fuzz/run-fuzz';
import { findPython, type PythonTool } from '#bin/stack/emulator/python';
import { CFN_LINT } from '#bin/test/cfn-lint-environment';
import { type Count, ONE_FAILED, ONE_PASSED, Parts, type Program, run, runCounted } from '#bin/test/parts';
import { CHECK_ARGS, CHECKS, MCP_REMOTE, SPEECH_SERVER, TESTS, THREADS } from '#bin/test/plan';
import { ensureReaders, READERS } from '#bin/test/readers-environment';
import { recordRequests } from '#bin/test/recorded-requests';
import { type StartedStack, startByCommand } from '#bin/test/started-stack';
import { installTools } from '#bin/tools';

/** Everything that must hold before a change lands: checks, tests in process, tests against a stack of its own. */

/** The same requests in every run, as far as ids and the clock allow: a run must not fail by chance. */
const FUZZ_SEED = 1;
const FUZZ_SECONDS = 20;

const IS_RELEASE = process.env['TEST_SIZE'] === 'release';
const WITHOUT_MCP_REMOTE = ['--testPathIgnorePatterns', MCP_REMOTE];

/** Printed in one piece, for what runs side by side. */
const whole = { output: 'whole' } as const;

const folder = await mkdtemp(join(tmpdir(), 'rapporteur-test-'));
const parts = new Parts();

// What a program has stripped of types and compiled, another loads: many of them load the whole service.
process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');

// The compiler and the bundler are Go programs: they collect garbage less often, as long as they stay below the limit.
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??= '2500MiB';

/** A larger young generation is collected less often: about 3 % less CPU time of test/workers. */
const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`;

/** A script of package.json, or a program of its group: `test drill`. */
function script(name: string, args: readonly string[] = [], how: Pick<Program, 'env' | 'output'> = {}) {
  const [first = '', ...program] = name.split(' ');
  return runCounted({ command: 'npm', args: ['run', '--silent', first, '--', ...program, ...args], ...how });
}
const check = (name: string, args: readonly string[] = []) => script(name, args, whole);

const jest = (part: keyof typeof TESTS, how?: Pick<Program, 'env' | 'output'>, args: readonly string[] = []) =>
  runJest(part, [...TESTS[part], '--maxWorkers', String(THREADS[part] ?? 1), ...args], how);

async function runJest(
  part: string,
  args: readonly string[],
  how: Pick<Program, 'env' | 'output'> = {},
): Promise<Count> {
  const report = join(folder, `${part}.json`);
  const program = ['node', 'node_modules/.bin/jest', ...args, '--json', '--outputFile', report];
  // Tests on the stack wait for browsers, bots and deliveries: the others leave the processors to them.
  const isOnTheStack = how.env?.['STACK_FILE'] !== undefined;
  const [command = '', ...rest] = isOnTheStack ? program : ['nice', '-n', '5', ...program];
  const env = { NODE_OPTIONS, ...how.env };
  const { code, processorSeconds } = await run({ command, args: rest, ...how, env });
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
  const how = { env: { STACK_FILE: stackFile }, ...whole };
  try {
    const recording = await recordRequests(stackFile);
    await Promise.all([
      parts.do('speech server', () => runJest('speech-server', [SPEECH_SERVER, '--maxWorkers', '1'], how)),
      inTurn(
        () => parts.do('integration', () => jest('integration', how, ['--testPathIgnorePatterns', SPEECH_SERVER])),
        () => inTheBrowser(how),
      ),
    ]);
    // It gives the functions their own way to AWS back.
    await parts.do('permissions', recording.evaluate);
    await parts.do('drill', () => script('test drill', ['--short'], how));
    // Behind the others: it breaks the stack for them.
    await parts.do('faults', () => script('test faults', ['--table', 'few'], how));
    // As they do: it stops the functions for a while.
    await parts.do('restore', () => script('test restore', ['--rows', '500'], how));
    // Last: what it leaves is sent and retried for long.
    await fuzz(stackFile);
  } finally {
    await parts.do('end of the stack', async () => ((await stop()) === 0 ? ONE_PASSED : ONE_FAILED));
  }
}

/** The pages, in a real browser. Fails without one if `BROWSER_TESTS=required`. */
async function inTheBrowser(how: Pick<Program, 'env' | 'output'>): Promise<void> {
  if (chromiumIsThere() || process.env['BROWSER_TESTS'] === 'required')
    // A thread ends before its browser has removed its profile: the end of the run does.
    await parts.do('browser', () =>
      jest('browser', { ...how, env: { ...how.env, TMPDIR: folder } }, IS_RELEASE ? [] : WITHOUT_MCP_REMOTE),
    );
  else console.log(`  – tests in a browser are left out: ${CHROMIUM} is not there (${INSTALL_CHROMIUM})`);
}

const hasPython = (tool: PythonTool): Promise<boolean> =>
  findPython(tool).then(
    () => true,
    () => false,
  );

/** Requests drawn from the OpenAPI document; counts as one test. `npm test -- fuzz` draws others, and more of them. */
async function fuzz(stackFile: string): Promise<void> {
  if (!(await hasPython(FUZZER)))
    return console.log(`  – fuzzing is left out: it needs Python 3.${FUZZER.minPythonMinor}`);
  const seed = Number(process.env['FUZZ_SEED'] ?? FUZZ_SEED);
  console.log(
    `Fuzzing with seed ${seed}; again, while npm start -- --time-scale 0.02 runs: npm test -- fuzz --seed ${seed} --seconds ${FUZZ_SECONDS} --stack .local/stack.json`,
  );
  const args = ['--seed', String(seed), '--seconds', String(FUZZ_SECONDS), '--stack', stackFile];
  await parts.do('fuzzing', () => script('test fuzz', args, whole));
}

/** Exported files, read by programs of others. They are installed first: two test files would do it at once. */
async function readers(): Promise<void> {
  if (!(await hasPython(READERS)))
    return console.log(`  – readers of exports are left out: they need Python 3.${READERS.minPythonMinor}`);
  await parts.do('readers', async () => {
    await ensureReaders(new AbortController().signal);
    return jest('readers', whole);
  });
}

/** The smallest template: `npm test -- cfn-lint` checks all, which takes ten times the processor time. */
async function cfnLint(): Promise<void> {
  if (!(await hasPython(CFN_LINT)))
    return console.log(`  – cfn-lint is left out: it needs Python 3.${CFN_LINT.minPythonMinor}`);
  const args = ['--stages', 'sandbox', '--regions', 'us-east-1', '--stacks', 'storage'];
  await parts.do('cfn-lint', () => script('test cfn-lint', args, whole));
}

/** One part after the other. */
async function inTurn(...each: readonly (() => Promise<void>)[]): Promise<void> {
  for (const part of each) await part();
}

try {
  // Beside the others: it waits for package registries most of its time.
  const clients = parts.do('clients', () => check('tool clients'));
  const built = parts.do('build', () => script('build', [], whole));
  await parts.do('tools', async () => {
    await installTools();
    return ONE_PASSED;
  });
  await Promise.all(CHECKS.map((name) => parts.do(name, () => check(name, CHECK_ARGS[name]))));
  // Tests on the stack wait most of their time, for bots, pages and retries: they begin first, and the others fill it.
  const started = built.then(startOwnStack);
  const stack = started.then(async (running) => {
    // They install the client packages.
    await clients;
    if (running) await onTheStack(running);
  });
  await Promise.all([
    stack,
    inTurn(
      () => parts.do('contract', () => jest('contract', whole)),
      () => parts.do('hostile', () => jest('hostile', whole)),
    ),
    inTurn(
      async () => {
        await built;
        await parts.do('infra', () => jest('infra', { ...whole, env: { BUILT_FUNCTIONS: 'dist' } }));
      },
      () => parts.do('commands', () => jest('commands', whole)),
      () => parts.do('simulation', () => jest('simulation', whole)),
      readers,
      cfnLint,
    ),
    inTurn(
      () => parts.do('unit', () => jest('unit', whole)),
      () => parts.do('workers', () => jest('workers', whole)),
    ),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = parts.finish();
