import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endGroup, runGroup, startGroup } from '#bin/stack/process-group';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'child-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const options = () => ({ cwd, env: process.env, logFile: join(cwd, 'log') });
const never = () => new AbortController().signal;

/** The output of the program, once it has printed a line. */
async function firstOutput(): Promise<string> {
  for (;;) {
    const output = await readFile(join(cwd, 'log'), 'utf8');
    if (output.endsWith('\n')) return output.trim();
    await new Promise(setImmediate);
  }
}

/** Whether the process runs; a zombie does not. */
const isRunning = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

/** Two processes: the leader, which may ignore SIGTERM, and a child whose id it prints. */
const aLeaderWithAChild = (trap = '') => `${trap} sleep 60 & echo $!; wait; wait`;

describe('a process group', () => {
  it('answers the exit code of the program and logs its output', async () => {
    expect(await runGroup('sh', ['-c', 'echo out; echo err >&2; exit 3'], { ...options(), signal: never() })).toBe(3);
    expect(await firstOutput()).toBe('out\nerr');
  });

  it('fails to start with the reason when the program does not exist', async () => {
    await expect(startGroup('no-such-program', [], options())).rejects.toThrow('ENOENT');
  });

  it.each([
    ['SIGTERM', ''],
    ['SIGKILL after the grace period when it ignores SIGTERM', 'trap "" TERM;'],
  ])('ends with its children on %s', async (_signal, trap) => {
    const leader = await startGroup('sh', ['-c', aLeaderWithAChild(trap)], options());
    const child = Number(await firstOutput());

    await endGroup(leader, 100);

    await untilGone(child);
    expect([isRunning(leader.pid ?? 0), isRunning(child)]).toEqual([false, false]);
  });

  it('is ended when its signal is aborted', async () => {
    const controller = new AbortController();
    const running = runGroup('sh', ['-c', aLeaderWithAChild()], { ...options(), signal: controller.signal });
    const child = Number(await retry(firstOutput));

    controller.abort(new Error('enough'));

    await expect(running).rejects.toThrow('enough');
    await untilGone(child);
  });

  it('is not started when its signal is aborted already', async () => {
    const aborted = AbortSignal.abort(new Error('enough'));

    await expect(runGroup('sh', ['-c', 'echo started'], { ...options(), signal: aborted })).rejects.toThrow('enough');
  });
});

/** A signal is delivered asynchronously. */
async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise(setImmediate);
}

async function retry<Result>(look: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await look();
    } catch {
      await new Promise(setImmediate);
    }
  }
}
