import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CouldNotStart } from '#bin/cli/cli-error';
import { ended, endGroup, startGroup } from '#bin/stack/process-group';

interface EmulatorOptions {
  /** Python of the virtual environment that MiniStack is installed in. */
  readonly python: string;
  readonly port: number;
  readonly region: string;
  /** Folder of this stack alone: the log and the workers' code go there. */
  readonly stateDir: string;
  /** First on the PATH: the workers run the `node` found there. */
  readonly binaries: string;
  readonly signal: AbortSignal;
}

export interface Emulator {
  readonly endpoint: string;
  /** Resolves when the emulator ends, by itself or by `stop`. */
  readonly ended: Promise<void>;
  /** Ends it and all its workers. */
  readonly stop: () => Promise<void>;
}

const STARTS_WITHIN_MS = 30_000;

/** Starts MiniStack with nothing remembered from before, and waits until it answers. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const folder = join(options.stateDir, 'emulator');
  await emptyWorkFolder(folder);
  const logFile = join(options.stateDir, 'emulator.log');
  await rm(logFile, { force: true });

  // Always the number: with a name the S3 client takes bucket.localhost, which does not resolve.
  const endpoint = `http://127.0.0.1:${options.port}`;
  const launcher = join(import.meta.dirname, 'launch.py');
  const env = emulatorEnvironment(options, folder);
  const child = await startGroup(options.python, [launcher], { cwd: folder, env, logFile });
  const stop = async () => {
    await endGroup(child);
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await untilHealthy(endpoint, options.signal, () => child.exitCode === null);
  } catch (error) {
    await stop();
    throw error instanceof CouldNotStart ? new CouldNotStart(`${error.message}; ${logFile} says why.`) : error;
  }
  return { endpoint, ended: ended(child), stop };
}

/** Under a package of type "module" every Node worker would die without a word, so the folder says what it is. */
async function emptyWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Only what is named here: the workers inherit all of it. */
const emulatorEnvironment = ({ port, region, binaries }: EmulatorOptions, folder: string): NodeJS.ProcessEnv => ({
  PATH: `${binaries}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'],
  LANG: process.env['LANG'],
  PYTHONUNBUFFERED: '1',
  GATEWAY_PORT: String(port),
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

async function untilHealthy(endpoint: string, signal: AbortSignal, isRunning: () => boolean): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    if (!isRunning()) throw new CouldNotStart('The emulator ended while it was starting');
    const answer = await fetch(`${endpoint}/_ministack/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new CouldNotStart(`The emulator did not answer within ${STARTS_WITHIN_MS / 1000} s`);
}
