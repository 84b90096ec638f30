import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ENV } from '#shared/foundation/infrastructure-names';
import { median } from './statistics.ts';

const run = promisify(execFile);
const Printed = v.object({ importMs: v.number(), importCpuMs: v.number() });

/** Milliseconds that one bundle takes to load. */
export interface ImportTime {
  /** Wall time, which grows where the machine is busy. */
  readonly importMs: number;
  /** Processor time of the process with all its threads. */
  readonly importCpuMs: number;
}

/** Runs in a new process for each measurement, because a process loads a module once. */
const PROGRAM = `
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  require(process.argv[1]);
  const importMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  process.stdout.write(JSON.stringify({ importMs, importCpuMs: (user + system) / 1000 }));
`;

/** Environment names that a function reads while it loads; the values are never used. */
const environment = {
  AWS_REGION: 'eu-central-1',
  ...Object.fromEntries(Object.values(ENV).map((name) => [name, 'none'])),
};

/**
 * How long each bundle takes to load: medians of as many new processes. The bundles take turns, so that a slow moment
 * of the machine falls on all of them.
 */
export async function importTimes(files: readonly string[], rounds: number): Promise<readonly ImportTime[]> {
  const times = files.map((): ImportTime[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [position, file] of files.entries()) times[position]?.push(await importTime(file));
  return times.map((measured) => ({
    importMs: median(measured.map(({ importMs }) => importMs)),
    importCpuMs: median(measured.map(({ importCpuMs }) => importCpuMs)),
  }));
}

async function importTime(file: string): Promise<ImportTime> {
  const { stdout } = await run(process.execPath, ['-e', PROGRAM, file], { env: environment });
  return v.parse(Printed, JSON.parse(stdout));
}
