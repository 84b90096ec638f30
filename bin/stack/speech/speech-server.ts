import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#bin/cli/cli-error';
import type { Step } from '#bin/cli/progress';
import { STATE_DIR } from '#bin/paths';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';
import { freePort } from '#bin/stack/ports';
import { ended, endGroup, startGroup } from '#bin/stack/process-group';

interface SpeechOptions {
  /** Folder of this stack alone, for the log and temporary files. */
  readonly stateDir: string;
  readonly step: Step;
  readonly signal: AbortSignal;
}

export interface RunningSpeechServer {
  /** Without `/v1`. */
  readonly url: string;
  /** Resolves when it has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Loading the model takes 4 s, and longer beside a busy stack. */
const START_TIMEOUT_MS = 300_000;

/** The Python environment with the model, 580 MB in `.local/speech-venv`, kept between starts. */
const ENVIRONMENT = {
  tool: 'Local speech recognition',
  minPythonMinor: 11,
  folder: join(STATE_DIR, 'speech-venv'),
  requirements: join(import.meta.dirname, 'requirements.txt'),
};

/** Installs faster-whisper with its model if necessary. Returns the path of its Python. */
export const ensureSpeechEnvironment = (signal: AbortSignal): Promise<string> =>
  ensureEnvironment({ ...ENVIRONMENT, signal });

/** Installs faster-whisper with its model if necessary, and starts the server on a free port of 127.0.0.1. */
export async function runSpeechServer({ step, ...options }: SpeechOptions): Promise<RunningSpeechServer> {
  const python = await step('Python environment with speech recognition', () =>
    ensureSpeechEnvironment(options.signal),
  );
  return step('speech recognition', () => startServer(python, options));
}

async function startServer(
  python: string,
  { stateDir, signal }: Omit<SpeechOptions, 'step'>,
): Promise<RunningSpeechServer> {
  const folder = join(stateDir, 'speech');
  await mkdir(folder, { recursive: true });
  const logFile = join(stateDir, 'speech.log');
  const port = await freePort();
  const program = [join(import.meta.dirname, 'server.py'), String(port)];
  const child = await startGroup(python, program, { cwd: folder, env: environmentIn(folder), logFile });
  let stopped: Promise<void> | undefined;
  const end = async () => {
    await endGroup(child);
    await rm(folder, { recursive: true, force: true });
  };
  const stop = () => {
    stopped ??= end();
    return stopped;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilHealthy(url, signal, () => child.exitCode === null);
  } catch (error) {
    await stop();
    throw error instanceof CliError ? new CliError(`${error.message}; see ${logFile}`) : error;
  }
  return { url, ended: ended(child), stop };
}

/** Uploads that are too large for memory are files in `folder`. The model is there already: nothing is downloaded. */
const environmentIn = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  LANG: process.env['LANG'],
  HF_HUB_OFFLINE: '1',
  TMPDIR: folder,
  ...(process.env['WHISPER_MODEL'] && { WHISPER_MODEL: resolve(process.env['WHISPER_MODEL']) }),
});

async function waitUntilHealthy(url: string, signal: AbortSignal, isRunning: () => boolean): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    if (!isRunning()) throw new CliError('Speech recognition ended while it was starting');
    const response = await fetch(`${url}/health`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new CliError(`Speech recognition did not respond within ${START_TIMEOUT_MS / 1000} s`);
}
