import { asSentence, type Circumstances } from '../machine.ts';
import { table } from '../table.ts';
import type { Measured } from './measure-run.ts';

const HEADING = [
  ...['run', 'events/s', 's', 'owed', 'acknowledged', 'verified', 'twice'],
  ...['p50 ms', 'p95 ms', 'p99 ms', '< 1 s', 'start p95 ms', 'drain s', 'backlog s', 'queued slow', 'loop p99 ms'],
];

/** Runs under one another; of two, what the second has made of everybody else's wait. */
export function asTable(runs: readonly Measured[], bound?: number): string {
  const [without, loaded] = runs;
  const lines = table(HEADING, runs.map(rowOf));
  const ratio = ratioOf(runs);
  if (!without || !loaded || ratio === undefined) return lines;
  const verdict = bound === undefined ? '' : `, ${isWithin(runs, bound) ? 'within' : 'beyond'} the bound of ${bound}`;
  return `${lines}\n\np95 of ${loaded.as} ÷ ${without.as}: ${ratio.toFixed(2)}${verdict}`;
}

/** Whether the waits of two runs are as close as they must be; true where there is no bound. */
export const isWithin = (runs: readonly Measured[], bound: number | undefined): boolean =>
  bound === undefined || (ratioOf(runs) ?? 0) <= bound;

function ratioOf([without, loaded, ...more]: readonly Measured[]): number | undefined {
  return without && loaded && more.length === 0 ? loaded.p95 / without.p95 : undefined;
}

function rowOf(run: Measured): readonly string[] {
  return [
    run.as,
    String(run.eventsPerSecond),
    String(run.seconds),
    String(run.owed),
    String(run.acknowledged),
    percent(run.verified / Math.max(1, run.arrived)),
    String(run.duplicates),
    ...[run.p50, run.p95, run.p99].map((milliseconds) => milliseconds.toFixed(0)),
    percent(run.withinASecond),
    Number.isNaN(run.startP95) ? '' : run.startP95.toFixed(0),
    run.drainSeconds.toFixed(1),
    run.backlogSeconds?.toFixed(1) ?? '',
    String(run.longestQueues['slow'] ?? 0),
    run.loopDelayP99.toFixed(0),
  ];
}

/** As it stands in docs/reliability.md. */
export const asFigures = (
  command: string,
  where: Circumstances,
  { runs, bound }: { readonly runs: readonly Measured[]; readonly bound?: number | undefined },
): string => [`\`${command}\` on ${asSentence(where)}.`, '', asTable(runs, bound)].join('\n');

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;
