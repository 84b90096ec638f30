import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHROMIUM, chromiumIsThere } from '#bin/chromium';
import { printedSteps, seconds } from '#bin/cli/progress';
import { standardOutput } from '#bin/cli/status-line';
import { FUZZER, runFuzz } from '#bin/fuzz/run-fuzz';
import { findPython } from '#bin/stack/emulator/python';
import { startStack } from '#bin/stack/start-stack';

/** Everything that must hold before a change lands: checks, tests in process, tests against a stack of its own. */

const PROJECT = resolve(import.meta.dirname, '..');
const TOOLS = join(PROJECT, 'node_modules/.bin');
/** The same requests in every run, as far as ids and the clock allow: what lands must not hang on a draw. */
const FUZZ_SEED = 1;
const FUZZ_SECONDS = 40;
const CHECKS = ['types', 'lint', 'boundaries', 'unused', 'document'] as const;

interface Count {
  passed: number;
  failed: number;
}

const total: Count = { passed: 0, failed: 0 };

/** Runs a program to its end with what it prints on our own output. */
const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });

/** A check counts as one test. */
async function check(name: string): Promise<void> {
  const startedAt = performance.now();
  const code = await run('npm', ['run', '--silent', name]);
  console.log(`  ${code === 0 ? '✓' : '✗'} ${name.padEnd(20)} ${seconds(performance.now() - startedAt)}`);
  total[code === 0 ? 'passed' : 'failed'] += 1;
}

async function jest(folder: string, paths: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const report = join(folder, `${paths.join('-').replaceAll('/', '-')}.json`);
  const code = await run(join(TOOLS, 'jest'), [...paths, '--json', '--outputFile', report], env);
  const counted = await counts(report);
  total.passed += counted.passed;
  // A suite that does not even load has no failed test to count.
  total.failed += code === 0 ? counted.failed : Math.max(1, counted.failed);
}

async function counts(report: string): Promise<Count> {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const step = printedSteps({ ...standardOutput(), isTerminal: false });

/** Against an emulator that this run starts on a free port and ends. */
async function integration(folder: string): Promise<void> {
  const stateDir = join(folder, 'stack');
  const running = await startStack({ port: 0, timeScale: 0.02, stateDir, step });
  try {
    const env = { STACK_FILE: join(stateDir, 'stack.json') };
    await jest(folder, ['test/integration'], env);
    await browser(folder, env);
    // After the others: what it spoils, it would spoil for them as well.
    await jest(folder, ['test/faults'], env);
  } finally {
    await running.stop();
  }
}

/** People's paths through the pages, in a real browser; where they must run, a browser that is not there fails them. */
async function browser(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (chromiumIsThere() || process.env['BROWSER_TESTS'] === 'required') return jest(folder, ['test/browser'], env);
  console.log(`  – tests in a browser are left out: ${CHROMIUM} is not there (apt-get install chromium)`);
}

/** Requests by the document; counts as one test. `npm run test:fuzz` draws others, and makes more of them. */
async function fuzz(folder: string): Promise<void> {
  const isThere = await findPython(FUZZER).then(
    () => true,
    () => false,
  );
  if (!isThere) return console.log(`  – fuzzing is left out: it needs Python 3.${FUZZER.minPythonMinor}`);
  const seed = Number(process.env['FUZZ_SEED'] ?? FUZZ_SEED);
  console.log(`Fuzzing with seed ${seed}; again with: npm run test:fuzz -- --seed ${seed} --seconds ${FUZZ_SECONDS}`);
  const { signal } = new AbortController();
  const code = await runFuzz({ seed, seconds: FUZZ_SECONDS, folder: join(folder, 'fuzz'), step, signal });
  total[code === 0 ? 'passed' : 'failed'] += 1;
}

const folder = await mkdtemp(join(tmpdir(), 'rapporteur-test-'));
try {
  for (const name of CHECKS) await check(name);
  await jest(folder, ['test/unit', 'test/contract', 'test/infra']);
  // By themselves: in processes that have loaded everything else, simulations take several times as long.
  await jest(folder, ['test/workers']);
  await integration(folder);
  await fuzz(folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
