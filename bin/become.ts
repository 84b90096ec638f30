import { CliError } from '#bin/cli/cli-error';

/** Goes on as another program of Node, which then gets signals itself. */
export function become(args: readonly string[]): void {
  if (!process.execve) throw new CliError('This needs Node 24 on Linux or macOS');
  process.execve(process.execPath, [process.execPath, ...args]);
}
