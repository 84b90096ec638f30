import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a case took of the machine. */
export interface Taken {
  /** Beside what the process had before the input was made. */
  readonly peakMb: number;
  readonly cpuSeconds: number;
}

const LOOK_MS = 10;
/** `USER_HZ` of Linux. */
const TICKS_A_SECOND = 100;

/** Resident memory of a process and of those that it started, in MB, and their processor time in seconds. */
function looksAt(pid: number): { readonly mb: number; readonly cpuSeconds: number } {
  const [mb, ticks] = [ofProcess(pid), timesOf(pid)];
  const children = childrenOf(pid).map(looksAt);
  return {
    mb: mb + children.reduce((sum, child) => sum + child.mb, 0),
    cpuSeconds: ticks / TICKS_A_SECOND + children.reduce((sum, child) => sum + child.cpuSeconds, 0),
  };
}

const proc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};
const ofProcess = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(proc(pid, 'status'))?.[1] ?? 0) / 1024;
const childrenOf = (pid: number): readonly number[] =>
  proc(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

/** Of the process, and of those that it has started and that have ended. */
function timesOf(pid: number): number {
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
}

/** Runs a case in a process of its own. Reads /proc, so that it needs Linux. */
export async function measured(nth: number): Promise<Taken> {
  const child = fork(join(import.meta.dirname, 'measure-one.ts'), {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process did not start.');
  await after(child, nth);
  const baseMb = looksAt(pid).mb;
  await after(child, 'prepare');
  const before = looksAt(pid).cpuSeconds;
  let peakMb = 0;
  const look = () => {
    peakMb = Math.max(peakMb, looksAt(pid).mb - baseMb);
  };
  const looks = setInterval(look, LOOK_MS);
  await after(child, 'run');
  look();
  clearInterval(looks);
  const cpuSeconds = looksAt(pid).cpuSeconds - before;
  child.disconnect();
  child.kill();
  return { peakMb, cpuSeconds };
}

/** Sends a message, and waits for the answer. Throws where the process ends instead. */
async function after(child: ChildProcess, message: string | number): Promise<void> {
  const answer = Promise.race([once(child, 'message'), once(child, 'exit').then(() => 'ended' as const)]);
  child.send(message);
  if ((await answer) === 'ended') throw new Error('The process of a case ended.');
}
