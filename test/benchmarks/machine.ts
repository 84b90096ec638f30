import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

/** Where and when numbers were taken, without which they say little. */
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
});

/** In one line, for people. */
export const asSentence = ({ date, cpu, cores, memoryGb, system, node, commit, seed }: Circumstances): string =>
  `${date}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, commit ${commit}, seed ${seed}`;

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
