import { asSentence, type Circumstances } from '../machine.ts';
import { table } from '../table.ts';
import type { GrowthMeasured, PassesMeasured } from './measure.ts';
import type { Measured } from './timed-world.ts';

/** What a sync run may take at most. */
export const AIMS = { firstSeconds: 10, changeSeconds: 1 } as const;

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const row = (name: string, aim: string, { seconds, cpuMs, provider, table: asked, invocations }: Measured) => [
  name,
  aim,
  `${seconds.toFixed(2)} s`,
  `${Math.round(cpuMs)} ms`,
  listed(provider),
  String(total(asked)),
  String(invocations),
];

export function passesTable(all: readonly PassesMeasured[]): string {
  const heading = ['Pass', 'Aim', 'Time', 'Processor', 'Requests to the provider', 'to the table', 'Invocations'];
  return table(
    heading,
    all.flatMap(({ provider, occurrences, first, change, nothing }) => [
      row(`${provider}: first, ${occurrences} occurrences`, `< ${AIMS.firstSeconds} s`, first),
      row(`${provider}: one change`, `< ${AIMS.changeSeconds} s`, change),
      row(`${provider}: no change`, '', nothing),
    ]),
  );
}

export function growthTable(all: readonly GrowthMeasured[]): string {
  const heading = [
    ...['Connections', 'Pass over one change', 'Requests to the provider', 'to the table'],
    ...['Due in a minute', 'Requests to find them'],
  ];
  return table(
    heading,
    all.map(({ connections, change, sweep }) => [
      String(connections),
      `${change.seconds.toFixed(2)} s`,
      String(total(change.provider)),
      String(total(change.table)),
      String(sweep.messages),
      String(sweep.tableRequests),
    ]),
  );
}

/** Which aims were missed, in words. */
export function missed(passes: readonly PassesMeasured[], growth: readonly GrowthMeasured[]): readonly string[] {
  const [one] = growth;
  const grown = growth.filter(
    ({ change }) =>
      one && (total(change.table) > total(one.change.table) || total(change.provider) > total(one.change.provider)),
  );
  return [
    ...passes.flatMap(({ provider, first, change }) => [
      ...(first.seconds >= AIMS.firstSeconds ? [`${provider}: the first pass takes ${first.seconds} s`] : []),
      ...(change.seconds >= AIMS.changeSeconds ? [`${provider}: a change takes ${change.seconds} s`] : []),
    ]),
    ...grown.map(({ connections }) => `a pass asks for more among ${connections} connections`),
  ];
}

export const asFigures = (
  command: string,
  where: Circumstances,
  passes: readonly PassesMeasured[],
  growth: readonly GrowthMeasured[],
): string => `\`${command}\` on ${asSentence(where)}.\n\n${passesTable(passes)}\n\n${growthTable(growth)}`;
