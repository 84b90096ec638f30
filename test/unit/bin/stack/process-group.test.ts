import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { endGroup, runGroup, startGroup } from '#bin/stack/process-group';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'child-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const options = () => ({ cwd, env: process.env, logFile: join(cwd, 'log') });
const never = () => new AbortController().signal;

/** What the program printed, once it has printed something. */
async function firstWords(): Promise<string> {
  for (;;) {
    const words = await readFile(join(cwd, 'log'), 'utf8');
    if (words.endsWith('\n')) return words.trim();
    await new Promise(setImmediate);
  }
}

/** Whether the process still runs; one that only waits to be looked at by its parent does not. */
const lives = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

/** Two processes: the leader, deaf to SIGTERM where wanted, and a worker whose id it prints. */
const aLeaderWithAWorker = (trap = '') => `${trap} sleep 60 & echo $!; wait; wait`;

describe('a program that we start', () => {
  it('gives its exit code, and its words to the log', async () => {
    expect(await runGroup('sh', ['-c', 'echo out; echo err >&2; exit 3'], { ...options(), signal: never() })).toBe(3);
    expect(await firstWords()).toBe('out\nerr');
  });

  it('fails to start with the reason when there is no such program', async () => {
    await expect(startGroup('no-such-program', [], options())).rejects.toThrow('ENOENT');
  });

  it.each([
    ['asked to end', ''],
    ['made to end when it does not listen', 'trap "" TERM;'],
  ])('leaves no worker behind when it is %s', async (_how, trap) => {
    const leader = await startGroup('sh', ['-c', aLeaderWithAWorker(trap)], options());
    const worker = Number(await firstWords());

    await endGroup(leader, 100);

    await untilGone(worker);
    expect([lives(leader.pid ?? 0), lives(worker)]).toEqual([false, false]);
  });

  it('is ended, and not waited for, when we are told to stop', async () => {
    const controller = new AbortController();
    const running = runGroup('sh', ['-c', aLeaderWithAWorker()], { ...options(), signal: controller.signal });
    const worker = Number(await untilThere(firstWords));

    controller.abort(new Error('enough'));

    await expect(running).rejects.toThrow('enough');
    await untilGone(worker);
  });

  it('is not even started when we were told to stop before', async () => {
    const told = AbortSignal.abort(new Error('enough'));

    await expect(runGroup('sh', ['-c', 'echo started'], { ...options(), signal: told })).rejects.toThrow('enough');
  });
});

/** A signal takes a moment to arrive. */
async function untilGone(pid: number): Promise<void> {
  while (lives(pid)) await new Promise(setImmediate);
}

async function untilThere<Result>(look: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await look();
    } catch {
      await new Promise(setImmediate);
    }
  }
}
