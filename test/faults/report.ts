import { asSentence, type Circumstances } from '#test/benchmarks/machine';
import { table } from '#test/benchmarks/table';
import type { Outcome } from './run-case.ts';

const HEADING = ['fault', 'amount', 'cases', 'struck', 'events', 'owed', 'lost', 'sent twice', 'longest s'];

/** One line for a case that has just run. */
export function asLine({ fault, amount, hop, struck, account }: Outcome): string {
  const { events, missing, longestMs } = account();
  const waits = missing > 0 ? `, ${missing} wait for the queue's or the sweeper's time` : '';
  return `  ${amount} ${fault}, ${hop}: struck ${struck}, ${events} events, ${inSeconds(longestMs)} s${waits}`;
}

/** A row for each fault and amount, over all hops; kills and drills stand alone. */
export function asTable(outcomes: readonly Outcome[], endpoints: number): string {
  const rows = Map.groupBy(outcomes, ({ fault, amount, hop }) =>
    fault === 'killed' ? `${fault} ${hop}` : `${amount} ${fault}`,
  );
  return table(
    HEADING,
    [...rows.values()].map((some) => rowOf(some, endpoints)),
  );
}

function rowOf(some: readonly Outcome[], endpoints: number): readonly string[] {
  const accounts = some.map(({ account }) => account());
  const sum = (of: (account: (typeof accounts)[number]) => number) => accounts.reduce((all, one) => all + of(one), 0);
  const { fault = '', amount = '', hop = '' } = some[0] ?? {};
  return [
    fault === 'killed' ? `killed: ${hop}` : fault,
    amount,
    String(some.length),
    String(some.reduce((all, { struck }) => all + struck, 0)),
    String(sum(({ events }) => events)),
    String(sum(({ events }) => events * endpoints)),
    String(sum(({ missing }) => missing)),
    String(sum(({ twice }) => twice)),
    inSeconds(Math.max(...accounts.map(({ longestMs }) => longestMs))),
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
