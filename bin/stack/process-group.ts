import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

interface ProcessOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Output is appended to it. */
  readonly logFile: string;
}

const groups = new Set<number>();

/**
 * Starts a program as the leader of its own process group: Ctrl-C in the terminal does not reach it, and `endGroup`
 * also ends its children. Its standard input stays open as long as this process lives.
 */
export async function startGroup(
  command: string,
  args: readonly string[],
  { logFile, ...options }: ProcessOptions,
): Promise<ChildProcess> {
  const log = openSync(logFile, 'a');
  try {
    const child = spawn(command, args, { ...options, stdio: ['pipe', log, log], detached: true });
    // A program may close its input early.
    child.stdin?.on('error', () => undefined);
    await once(child, 'spawn');
    if (child.pid !== undefined) groups.add(child.pid);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Runs a program to its end; answers its exit code. An abort ends the whole group first, and is then thrown. */
export async function runGroup(
  command: string,
  args: readonly string[],
  { signal, ...options }: ProcessOptions & { readonly signal: AbortSignal },
): Promise<number | null> {
  signal.throwIfAborted();
  const child = await startGroup(command, args, options);
  child.stdin?.end();
  const end = () => void endGroup(child);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  await ended(child);
  if (child.pid !== undefined) groups.delete(child.pid);
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  return child.exitCode;
}

/** Sends SIGTERM to the group, and SIGKILL after the grace period. Resolves when the group has ended. */
export async function endGroup(child: ChildProcess, graceMs = 4000): Promise<void> {
  if (child.pid === undefined) return;
  const { pid } = child;
  signalGroup(pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
  await ended(child);
  clearTimeout(timer);
  // Children can outlive the leader.
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

/** For an exit that cannot wait. */
export function killAllGroups(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** Resolves when the program has ended. */
export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    groups.delete(leader);
  }
}
