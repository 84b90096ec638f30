import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installPythonPackage } from '#bin/clients/python-package';
import { TYPESCRIPT_PACKAGE } from '#bin/clients/typescript-package';
import { STATE_DIR } from '#bin/paths';
import { eventually } from '#test/integration/stack-client';

const run = promisify(execFile);

/**
 * The examples, copied beside the client packages. Other packages are found above them: Express in this repository, the
 * AWS SDK, which Lambda has, as well.
 */
export async function installedExamples() {
  await mkdir(STATE_DIR, { recursive: true });
  const folder = await mkdtemp(join(STATE_DIR, 'examples-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', TYPESCRIPT_PACKAGE], { cwd: folder });
  const target = join(folder, 'python');
  const python = await installPythonPackage(target);
  await cp(resolve('examples'), folder, { recursive: true });
  return {
    folder,
    python: { command: python, env: { PYTHONPATH: target } },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface StartedExample {
  readonly url: string;
  /** What it printed about events, in order. */
  readonly events: () => readonly string[];
  readonly stop: () => Promise<void>;
}

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts an example, which prints its port. Its output is part of the error if it does not start. */
export async function startedExample({ command, args, cwd, env }: Start): Promise<StartedExample> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  const portIn = (text: string) => /^port (\d+)$/m.exec(text)?.[1] ?? /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
  await eventually(
    () => printed,
    (text) => portIn(text) !== undefined || child.exitCode !== null,
  );
  const port = portIn(printed);
  if (port === undefined) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}: ${printed}`);
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    events: () => printed.split('\n').filter((line) => /^[a-z_.]+ evt_\w+$/.test(line)),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
