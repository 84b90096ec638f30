import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureReaders } from '#bin/test/readers-environment';

/** A file that was written. */
export interface WrittenFile {
  /** Name of the format, as in a request. */
  readonly format: string;
  readonly bytes: Uint8Array;
}

/**
 * What programs of others read in files, one after the other; read.py says in which form. The programs are installed
 * first if necessary.
 */
export async function readByOthers(files: readonly WrittenFile[]): Promise<readonly unknown[]> {
  const python = await ensureReaders(new AbortController().signal);
  const folder = await mkdtemp(join(tmpdir(), 'readers-'));
  try {
    const paths = files.map(({ format }, index) => ({ format, path: join(folder, `${index}.${format}`) }));
    await Promise.all(files.map(({ bytes }, index) => writeFile(paths[index]?.path ?? '', bytes)));
    const running = promisify(execFile)(python, [join(import.meta.dirname, 'read.py')], { maxBuffer: 64_000_000 });
    running.child.stdin?.end(JSON.stringify(paths));
    return JSON.parse((await running).stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
