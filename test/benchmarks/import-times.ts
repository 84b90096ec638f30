import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ENV } from '#shared/infrastructure-names';
import { median } from './statistics.ts';

const run = promisify(execFile);

/** Asked of a new process each time: what was loaded once is not loaded again. */
const PROGRAM = `
  const startedAt = performance.now();
  require(process.argv[1]);
  process.stdout.write(String(performance.now() - startedAt));
`;

/** What a function may find in its environment; nothing is asked of it while it loads. */
const environment = {
  AWS_REGION: 'eu-central-1',
  ...Object.fromEntries(Object.values(ENV).map((name) => [name, 'none'])),
};

/**
 * How long each bundle takes to load, in milliseconds: the median of as many new processes. They take turns, so that
 * a slow moment of the machine is everybody's.
 */
export async function importTimes(files: readonly string[], rounds: number): Promise<readonly number[]> {
  const times = files.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [position, file] of files.entries()) times[position]?.push(await importTime(file));
  return times.map(median);
}

async function importTime(file: string): Promise<number> {
  const { stdout } = await run(process.execPath, ['-e', PROGRAM, file], { env: environment });
  return Number(stdout);
}
