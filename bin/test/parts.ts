import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { seconds } from '#bin/cli/progress';
import { secondsIn, secondsOfChildren, timedBySh } from '#bin/test/processor-time';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Seconds of user and system time, where a program was measured. Unlike the duration, they do not depend on load. */
  readonly processorSeconds?: number;
}

export interface Ended {
  readonly code: number;
  readonly processorSeconds: number;
}

interface Part extends Count {
  readonly name: string;
  readonly milliseconds: number;
}

export const ONE_PASSED: Count = { passed: 1, failed: 0 };
export const ONE_FAILED: Count = { passed: 0, failed: 1 };

const PROJECT = resolve(import.meta.dirname, '../..');
const NAME_WIDTH = 48;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** `whole`: printed in one piece at the end, for what runs side by side. Left out: printed as it comes. */
  readonly output?: 'whole';
}

/** Runs a program to its end, measured by the shell that runs it. */
export const run = ({ command, args, env, output }: Program): Promise<Ended> =>
  new Promise((done, fail) => {
    const stdio = output === 'whole' ? 'pipe' : 'inherit';
    const child = spawn('sh', timedBySh(command, args), {
      cwd: PROJECT,
      stdio: ['ignore', stdio, stdio, 'pipe'],
      env: { ...process.env, ...env },
    });
    const times = text(child.stdio[3] as Readable);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', fail);
    child.once('close', async (code) => {
      process.stdout.write(Buffer.concat(chunks));
      done({ code: code ?? 1, processorSeconds: secondsIn(await times) });
    });
  });

/** The same, counted as one test. */
export async function runCounted(program: Program): Promise<Count> {
  const { code, processorSeconds } = await run(program);
  return { ...(code === 0 ? ONE_PASSED : ONE_FAILED), processorSeconds };
}

/** The parts of a test run, with how long each took. Parts may run side by side. */
export class Parts {
  readonly #startedAt = performance.now();
  readonly #parts: Part[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.#print = print;
  }

  /** Does one part of the run; one that throws counts as a failed test. */
  async do(name: string, work: () => Promise<Count>): Promise<void> {
    const startedAt = performance.now();
    const count = await work().catch((error: unknown) => {
      this.#print(error instanceof Error ? error.message : String(error));
      return ONE_FAILED;
    });
    const part = { name, ...count, milliseconds: performance.now() - startedAt };
    this.#parts.push(part);
    this.#print(lineOf(part));
  }

  /** Prints a line for each part and, alone on the last line, `N passed, N failed`. Returns the exit code. */
  finish(): number {
    const total = (of: (part: Part) => number) => this.#parts.reduce((sum, part) => sum + of(part), 0);
    const [passed, failed] = [total((part) => part.passed), total((part) => part.failed)];
    this.#print('');
    for (const part of this.#parts) this.#print(lineOf(part));
    const all = { milliseconds: performance.now() - this.#startedAt, processorSeconds: secondsOfChildren() };
    this.#print(`    ${'all'.padEnd(NAME_WIDTH)} ${timesOf(all)}`);
    this.#print(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  }
}

interface Times {
  readonly milliseconds: number;
  readonly processorSeconds?: number | undefined;
}

const COLUMN_WIDTH = '    0.0 s CPU'.length;

const timesOf = ({ milliseconds, processorSeconds }: Times): string =>
  `${seconds(milliseconds)}${(processorSeconds ? `${seconds(1000 * processorSeconds)} CPU` : '').padStart(COLUMN_WIDTH)}`;

const lineOf = ({ name, passed, failed, ...times }: Part): string =>
  `  ${failed === 0 ? '✓' : '✗'} ${name.padEnd(NAME_WIDTH)} ${timesOf(times)}  ${passed} passed, ${failed} failed`;
