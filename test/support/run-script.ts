import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_BIN_DIR } from '#bin/paths';

/** Of package.json, by name. */
export const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

/**
 * Runs a script, or a program of its group as `bench api`, as npm does: by a shell, with the programs of packages first.
 * Returns what it prints; throws if it fails.
 */
export async function runScript(name: string, args: readonly string[], given: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, ...given, PATH: [PACKAGE_BIN_DIR, process.env['PATH']].join(delimiter) };
  const run = promisify(execFile);
  const [script = '', ...program] = name.split(' ');
  const command = ['-c', `${scripts[script]} "$@"`, name, ...program, ...args];
  const { stdout } = await run('sh', command, { env, maxBuffer: 10_000_000 });
  return stdout;
}
