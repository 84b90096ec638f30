import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

/** The machine, the commit and the moment of a measurement. */
export interface Circumstances {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** With `+` where files differ from it. */
  readonly commit: string;
  readonly seed: number;
  /** Processes that wanted a core during the last minute: above `cores`, wall time says little. */
  readonly load: number;
}

export const circumstances = (seed: number): Circumstances => ({
  date: new Date().toISOString(),
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()}`,
  node: process.version,
  commit: commit(),
  seed,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

/** In one line, for people. */
export const asSentence = ({ date, cpu, cores, memoryGb, system, node, commit, seed, load }: Circumstances): string =>
  `${date}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, commit ${commit}, seed ${seed}, load ${load}`;

function commit(): string {
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
