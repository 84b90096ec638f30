import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

/** Commands of a long run that passed at one commit, with the seconds that each took. */
const PassedCommands = v.object({ commit: v.string(), seconds: v.record(v.string(), v.number()) });
type PassedCommands = v.InferOutput<typeof PassedCommands>;

/** Keeps what passed in a file, so that a run of hours that was ended can go on at the same commit. */
export class PassedFile {
  readonly #path: string;
  #passed: PassedCommands;

  private constructor(path: string, passed: PassedCommands) {
    this.#path = path;
    this.#passed = passed;
  }

  /** What the file has of this commit; nothing of another one, or where it cannot be read. */
  static async at(path: string, commit: string): Promise<PassedFile> {
    const before = await readFile(path, 'utf8').then(parsed, () => undefined);
    return new PassedFile(path, before?.commit === commit ? before : { commit, seconds: {} });
  }

  /** Undefined for a command that has not passed at this commit. */
  secondsOf(command: string): number | undefined {
    return this.#passed.seconds[command];
  }

  async add(command: string, seconds: number): Promise<void> {
    this.#passed = { ...this.#passed, seconds: { ...this.#passed.seconds, [command]: seconds } };
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(this.#path, JSON.stringify(this.#passed));
  }
}

function parsed(text: string): PassedCommands | undefined {
  try {
    return v.parse(PassedCommands, JSON.parse(text));
  } catch {
    return undefined;
  }
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('git', args)).stdout.trim();

/** The commit of the work tree; undefined where files differ from it, or outside of a repository. */
export async function commitOfWorkTree(): Promise<string | undefined> {
  try {
    return (await git('status', '--porcelain')) === '' ? await git('rev-parse', 'HEAD') : undefined;
  } catch {
    return undefined;
  }
}
