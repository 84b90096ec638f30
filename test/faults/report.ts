import { asSentence, type Circumstances } from '#test/benchmarks/machine';
import { table } from '#test/benchmarks/table';
import type { Outcome } from './run-case.ts';

const HEADING = ['fault', 'amount', 'struck', 'events', 'lost', 'sent twice', 'longest s', 'of'];

/** One line for a case that has just run. */
export function asLine({ fault, amount, hop, struck, account }: Outcome): string {
  const { events, missing, longestMs } = account();
  const waits = missing > 0 ? `, ${missing} wait for the queue's or the sweeper's time` : '';
  return `  ${amount} ${fault}, ${hop}: struck ${struck}, ${events} events, ${inSeconds(longestMs)} s${waits}`;
}

/** A row for each amount, over all faults and hops, with the one that took longest; kills by function, drills alone. */
export function asTable(outcomes: readonly Outcome[]): string {
  const rows = Map.groupBy(outcomes, ({ fault, amount, hop }) =>
    fault === 'killed' ? `killed: ${functionAt(hop)}` : amount === 'drill' ? fault : amount,
  );
  return table(
    HEADING,
    [...rows].map(([name, some]) => rowOf(name, some)),
  );
}

/** A point of a kill begins with its function: `delivery, after the lease`. */
const functionAt = (hop: string): string => hop.split(', ')[0] ?? hop;

function rowOf(name: string, some: readonly Outcome[]): readonly string[] {
  const accounts = some.map(({ account }) => account());
  const sum = (of: (account: (typeof accounts)[number]) => number) => accounts.reduce((all, one) => all + of(one), 0);
  const { fault = '', amount = '' } = some[0] ?? {};
  const kinds = new Set(some.map((one) => (fault === 'killed' ? one.hop : one.fault)));
  const longest = Math.max(...accounts.map(({ longestMs }) => longestMs));
  const slowest = some[accounts.findIndex(({ longestMs }) => longestMs === longest)];
  const what = fault === 'killed' ? (slowest?.hop.split(', ').slice(1).join(', ') ?? '') : (slowest?.fault ?? '');
  return [
    fault === 'killed' ? name : kinds.size > 1 ? `${kinds.size} kinds of faults` : fault,
    fault === 'killed' ? `${some.length / kinds.size} at each of ${kinds.size} points` : amount,
    String(some.reduce((all, { struck }) => all + struck, 0)),
    String(sum(({ events }) => events)),
    String(sum(({ missing }) => missing)),
    String(sum(({ twice }) => twice)),
    inSeconds(longest),
    kinds.size > 1 ? what : '',
  ];
}

const inSeconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);

/** What the run found, in sentences. */
export function summary(outcomes: readonly Outcome[], answers: ReadonlyMap<number, number>): string {
  const accounts = outcomes.map(({ account }) => account());
  const sum = (of: (account: (typeof accounts)[number]) => number) => accounts.reduce((all, one) => all + of(one), 0);
  const statuses = [...answers].sort().map(([status, count]) => `${count} × ${status}`);
  return [
    `${sum(({ events }) => events)} events, ${sum(({ missing }) => missing)} lost by an endpoint;`,
    `${sum(({ twice }) => twice)} sends more than one to an endpoint; callers were answered ${statuses.join(', ')}.`,
  ].join(' ');
}

/** As it stands in docs/reliability.md. */
export const asFigures = (command: string, where: Circumstances, said: readonly string[]): string =>
  [`\`${command}\` on ${asSentence(where)}.`, ...said].join('\n\n');
