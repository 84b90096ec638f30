import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, chromiumIsThere } from '#bin/chromium';
import { printedSteps } from '#bin/cli/progress';
import { standardOutput } from '#bin/cli/status-line';
import { FUZZER, runFuzz } from '#bin/fuzz/run-fuzz';
import { findPython } from '#bin/stack/emulator/python';
import { type RunningStack, startStack } from '#bin/stack/start-stack';
import { type Count, ONE_FAILED, ONE_PASSED, Parts, run, runCounted } from '#bin/test/parts';

/** Everything that must hold before a change lands: checks, tests in process, tests against a stack of its own. */

/** The same requests in every run, as far as ids and the clock allow: a run must not fail by chance. */
const FUZZ_SEED = 1;
const FUZZ_SECONDS = 40;
const CHECKS = ['types', 'lint', 'boundaries', 'unused', 'document'] as const;

const folder = await mkdtemp(join(tmpdir(), 'rapporteur-test-'));
const parts = new Parts();
const step = printedSteps({ ...standardOutput(), isTerminal: false });

async function jest(paths: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const report = join(folder, `${paths.join('-').replaceAll('/', '-')}.json`);
  const code = await run('node_modules/.bin/jest', [...paths, '--json', '--outputFile', report], env);
  const { passed, failed } = await countsIn(report);
  // A suite that does not load has no failed test to count.
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

async function countsIn(report: string): Promise<Count> {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return ONE_FAILED;
  }
}

/** Against an emulator that this run starts on a free port and ends. */
async function onAStack(): Promise<void> {
  const stateDir = join(folder, 'stack');
  const env = { STACK_FILE: join(stateDir, 'stack.json') };
  let running: RunningStack | undefined;
  await parts.do('stack', async () => {
    running = await startStack({ port: 0, timeScale: 0.02, stateDir, step });
    return { passed: 0, failed: 0 };
  });
  if (!running) return;
  try {
    await parts.do('integration', () => jest(['test/integration'], env));
    await inTheBrowser(env);
    // Last: it breaks the stack for the others.
    await parts.do('faults', () => jest(['test/faults'], env));
  } finally {
    await running.stop();
  }
}

/** The pages, in a real browser. Fails without one if `BROWSER_TESTS=required`. */
async function inTheBrowser(env: NodeJS.ProcessEnv): Promise<void> {
  if (chromiumIsThere() || process.env['BROWSER_TESTS'] === 'required')
    await parts.do('browser', () => jest(['test/browser'], env));
  else console.log(`  – tests in a browser are left out: ${CHROMIUM} is not there (apt-get install chromium)`);
}

/** Requests drawn from the OpenAPI document; counts as one test. `npm run test:fuzz` draws others, and more of them. */
async function fuzz(): Promise<void> {
  const hasPython = await findPython(FUZZER).then(
    () => true,
    () => false,
  );
  if (!hasPython) return console.log(`  – fuzzing is left out: it needs Python 3.${FUZZER.minPythonMinor}`);
  const seed = Number(process.env['FUZZ_SEED'] ?? FUZZ_SEED);
  console.log(`Fuzzing with seed ${seed}; again with: npm run test:fuzz -- --seed ${seed} --seconds ${FUZZ_SECONDS}`);
  const { signal } = new AbortController();
  const given = { seed, seconds: FUZZ_SECONDS, folder: join(folder, 'fuzz'), step, signal };
  await parts.do('fuzzing', async () => ((await runFuzz(given)) === 0 ? ONE_PASSED : ONE_FAILED));
}

try {
  for (const name of CHECKS) await parts.do(name, () => runCounted('npm', ['run', '--silent', name]));
  await parts.do('unit, contract, infra', () => jest(['test/unit', 'test/contract', 'test/infra']));
  // In processes of their own: simulations take several times as long where everything else is loaded.
  await parts.do('workers', () => jest(['test/workers']));
  await onAStack();
  await fuzz();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = parts.finish();
