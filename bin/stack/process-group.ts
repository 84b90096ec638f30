import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** File that what it prints is added to. */
  readonly logFile: string;
}

const groups = new Set<number>();

/**
 * Starts a program as the leader of its own process group, so that Ctrl-C in the terminal reaches only us and ending
 * the group also ends what the program started. Its standard input stays open for as long as we live.
 */
export async function startGroup(
  command: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildProcess> {
  const log = openSync(options.logFile, 'a');
  try {
    const stdio: StdioOptions = ['pipe', log, log];
    const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio, detached: true });
    await once(child, 'spawn');
    remember(child);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Runs a program to its end and gives its exit code; when told to stop, ends its whole group first and gives null. */
export async function runGroup(
  command: string,
  args: readonly string[],
  options: ChildOptions & { readonly signal: AbortSignal },
): Promise<number | null> {
  options.signal.throwIfAborted();
  const child = await startGroup(command, args, options);
  child.stdin?.end();
  const end = () => void endGroup(child);
  options.signal.addEventListener('abort', end);
  if (options.signal.aborted) end();
  await ended(child);
  if (child.pid !== undefined) groups.delete(child.pid);
  options.signal.removeEventListener('abort', end);
  options.signal.throwIfAborted();
  return child.exitCode;
}

/** Asks the group to end, and after the grace no longer asks. Resolves when none of it is left. */
export async function endGroup(child: ChildProcess, graceMs = 4000): Promise<void> {
  if (child.pid === undefined) return;
  const { pid } = child;
  signalGroup(pid, 'SIGTERM');
  const gone = ended(child);
  const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
  await gone;
  clearTimeout(insist);
  // The leader is gone; a worker that it left behind has nobody to tell it.
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

/** The last resort when we must leave at once. */
export function killAllGroups(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** Resolves when the program has ended, at once if it already has. */
export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

function remember(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  groups.add(pid);
  // A program that closes its input early is not our failure.
  child.stdin?.on('error', () => undefined);
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    groups.delete(leader);
  }
}
