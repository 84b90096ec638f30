import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { seconds } from '#bin/cli/progress';

export interface Count {
  readonly passed: number;
  readonly failed: number;
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

/** Runs a program to its end and returns its exit code. */
export const run = ({ command, args, env, output }: Program): Promise<number> =>
  new Promise((done, fail) => {
    const stdio = output === 'whole' ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: PROJECT,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', fail);
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(chunks));
      done(code ?? 1);
    });
  });

/** The same, counted as one test. */
export const runCounted = async (program: Program): Promise<Count> =>
  (await run(program)) === 0 ? ONE_PASSED : ONE_FAILED;

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
    this.#print(`    ${'all'.padEnd(NAME_WIDTH)} ${seconds(performance.now() - this.#startedAt)}`);
    this.#print(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  }
}

const lineOf = ({ name, passed, failed, milliseconds }: Part): string =>
  `  ${failed === 0 ? '✓' : '✗'} ${name.padEnd(NAME_WIDTH)} ${seconds(milliseconds)}  ${passed} passed, ${failed} failed`;
