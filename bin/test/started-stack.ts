import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_DIR } from '#bin/paths';
import { freePort } from '#bin/stack/ports';

/** A stack that `npm start` runs, as a person runs it. */
export interface StartedStack {
  readonly stackFile: string;
  /** Ends it as Ctrl-C does, and returns its exit code: 0 when everything that it started has ended. */
  readonly stop: () => Promise<number | null>;
}

/** As it begins once the stack serves requests. */
const READY = 'Rapporteur is ready';

/**
 * Runs `npm start` on a free port and an emulator of its own, with short waits and what `npm run build` built. Throws if
 * it does not start.
 */
export async function startByCommand(folder: string): Promise<StartedStack> {
  const options = {
    '--port': String(await freePort()),
    '--time-scale': '0.02',
    '--folder': folder,
    '--built': 'dist',
    '--until': 'input-ends',
  };
  const { AWS_ENDPOINT_URL: _another, ...env } = process.env;
  const child = spawn('npm', ['start', '--silent', '--', ...Object.entries(options).flat()], {
    cwd: PROJECT_DIR,
    env,
    // It ends when this process does, however that happens: then its input ends.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      printed += chunk;
      if (printed.includes(READY)) resolve();
    });
  });
  const failed = ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}.`)));
  await Promise.race([ready, failed]);
  // Its end is no failure any more.
  failed.catch(() => undefined);
  return {
    stackFile: join(folder, 'stack.json'),
    stop: async () => {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}
