import { readFileSync } from 'node:fs';

/**
 * Arguments of `sh` to run a program and then write the processor time of all that it waited for to file descriptor 3,
 * which the program itself does not get. The exit code is the program's.
 */
export const timedBySh = (command: string, args: readonly string[]): readonly string[] => [
  '-c',
  '"$@" 3>&-; code=$?; times >&3; exit $code',
  'sh',
  command,
  ...args,
];

/** Seconds of user and system time of the children, from what `times` of POSIX sh prints; zero where it did not. */
export function secondsIn(times: string): number {
  const [, ofChildren = ''] = times.split('\n');
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

/** Linux counts processor time in hundredths of a second: sysconf(_SC_CLK_TCK), getconf CLK_TCK. */
const TICKS_A_SECOND = 100;

/** Seconds of user and system time of all children that have ended, and of theirs. Undefined where there is no /proc. */
export function secondsOfChildren(): number | undefined {
  try {
    return secondsInStat(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return undefined;
  }
}

/** The fields cutime and cstime of proc_pid_stat(5); the second field is a name, which may contain spaces. */
export function secondsInStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
