import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#bin/cli/cli-error';
import type { Step } from '#bin/cli/progress';
import { PACKAGE_BIN_DIR, STATE_DIR } from '#bin/paths';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';
import type { AwsEndpoint } from '#bin/stack/emulator-config';
import { ended, endGroup, startGroup } from '#bin/stack/process-group';

interface EmulatorOptions extends AwsEndpoint {
  /** Folder of this stack alone, for the log and the code of the functions. */
  readonly stateDir: string;
  readonly step: Step;
  readonly signal: AbortSignal;
}

export interface Emulator {
  /** Resolves when the emulator has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  /** Ends the emulator and its workers. */
  readonly stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** Installs the pinned emulator if necessary, and starts it. */
export async function runEmulator({ step, ...options }: EmulatorOptions): Promise<Emulator> {
  const python = await step('Python environment with the emulator', () =>
    ensureEnvironment({
      tool: 'The local AWS emulator',
      minPythonMinor: 10,
      folder: join(STATE_DIR, 'venv'),
      requirements: join(import.meta.dirname, 'requirements.txt'),
      signal: options.signal,
    }),
  );
  return step('emulator', () => startEmulator(python, options));
}

/** Starts MiniStack without state of an earlier run, and waits until it responds. */
async function startEmulator(python: string, options: Omit<EmulatorOptions, 'step'>): Promise<Emulator> {
  const folder = join(options.stateDir, 'emulator');
  await createWorkFolder(folder);
  const logFile = join(options.stateDir, 'emulator.log');
  await rm(logFile, { force: true });

  const launcher = join(import.meta.dirname, 'launch.py');
  const child = await startGroup(python, [launcher], { cwd: folder, env: environmentOf(options, folder), logFile });
  const stop = async () => {
    await endGroup(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilHealthy(options, () => child.exitCode === null);
  } catch (error) {
    await stop();
    throw error instanceof CliError ? new CliError(`${error.message}; see ${logFile}`) : error;
  }
  return { ended: ended(child), stop };
}

/** Node workers load functions as CommonJS: under the package.json of this project, of type "module", they would fail. */
async function createWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Only these variables: the workers inherit all of them, and run the first `node` on the PATH. */
const environmentOf = ({ endpoint, region }: AwsEndpoint, folder: string): NodeJS.ProcessEnv => ({
  PATH: `${PACKAGE_BIN_DIR}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'],
  LANG: process.env['LANG'],
  PYTHONUNBUFFERED: '1',
  // The emulator's own code in each worker calls url.parse, of which Node 24 warns in the log of the function.
  NODE_OPTIONS: '--disable-warning=DEP0169',
  GATEWAY_PORT: new URL(endpoint).port,
  BIND_HOST: '127.0.0.1',
  // The host in queue URLs and sign-in pages.
  MINISTACK_HOST: '127.0.0.1',
  MINISTACK_REGION: region,
  PERSIST_STATE: '0',
  S3_PERSIST: '0',
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
  TMPDIR: folder,
  STATE_DIR: join(folder, 'state'),
  S3_DATA_DIR: join(folder, 's3'),
});

async function waitUntilHealthy(
  { endpoint, signal }: Pick<EmulatorOptions, 'endpoint' | 'signal'>,
  isRunning: () => boolean,
): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    if (!isRunning()) throw new CliError('The emulator ended while it was starting');
    const response = await fetch(`${endpoint}/_ministack/health`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await sleep(50);
  }
  throw new CliError(`The emulator did not respond within ${START_TIMEOUT_MS / 1000} s`);
}
