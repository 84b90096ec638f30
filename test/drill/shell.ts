import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { PROJECT_DIR } from '#bin/paths';

/** A command that has ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Bounds what hangs. */
const MOST_MS = 300_000;

/** Runs a command by a shell. Nothing is on its standard input. */
export async function shell(command: string, given: NodeJS.ProcessEnv): Promise<Ran> {
  // Without the lines that npm prints before a script.
  const env = { ...process.env, npm_config_loglevel: 'silent', ...given };
  const child = spawn('sh', ['-c', command], {
    cwd: PROJECT_DIR,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MOST_MS,
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code: code ?? 1, stdout, stderr };
}
