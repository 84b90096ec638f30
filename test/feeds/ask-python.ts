import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureReaders } from '#bin/test/readers-environment';
import type { RandomRule } from './random-rules.ts';

/** Starts, or the reason why Python has none. */
export type Opinion = readonly string[] | string;

/** A file, and the span whose occurrences are asked for, in ISO 8601. */
export interface AskedFile {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Asks dateutil for the first starts of rules, or recurring-ical-events for those in files. It is installed first if necessary. */
export async function askPython(
  asked: { readonly rules: readonly RandomRule[] } | { readonly files: readonly AskedFile[] },
): Promise<readonly Opinion[]> {
  const python = await ensureReaders(new AbortController().signal);
  const running = spawn(python, [join(import.meta.dirname, 'opinion.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.stdin.end(JSON.stringify(asked));
  return JSON.parse(await text(running.stdout));
}
