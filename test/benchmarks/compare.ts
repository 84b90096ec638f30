import type { Figures } from './figures.ts';
import { table } from './table.ts';

type Row = Readonly<Record<string, number>>;

/** Before, after and difference in per cent of every row of two runs, as Markdown. */
export function comparison(before: Figures, after: Figures): string {
  const [endpointsBefore, endpointsAfter] = [before, after].map(({ endpoints }) =>
    rowsBy(endpoints, ({ name, requests, trips, cpuMs }) => [
      name,
      { requests, trips, own: cpuMs.own, withSdk: cpuMs.withSdk },
    ]),
  );
  const [functionsBefore, functionsAfter] = [before, after].map(({ functions }) =>
    rowsBy(functions, ({ entry, bytes, importCpuMs }) => [entry, { kilobytes: bytes / 1024, importCpuMs }]),
  );
  return [
    `Before: commit ${before.commit}, ${before.date}. After: commit ${after.commit}, ${after.date}.`,
    'Processor time in ms; the last row is the geometric mean of the ratios of the rows above.',
    '',
    differences('Endpoint', ['requests', 'trips', 'own', 'withSdk'], endpointsBefore, endpointsAfter),
    // A run with `--only` measures no functions.
    ...(after.functions.length === 0
      ? []
      : ['', differences('Function', ['kilobytes', 'importCpuMs'], functionsBefore, functionsAfter)]),
  ].join('\n');
}

type Rows = ReadonlyMap<string, Row>;

const rowsBy = <Item>(items: readonly Item[], entry: (item: Item) => readonly [string, Row]): Rows =>
  new Map(items.map(entry));

/** Rows that only one of the runs has are listed with dashes. */
function differences(title: string, columns: readonly string[], before: Rows = new Map(), after: Rows = new Map()) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const cells = (name: string) =>
    columns.flatMap((column) => {
      const [from, to] = [before.get(name)?.[column], after.get(name)?.[column]];
      return [shown(from), shown(to), percent(ratio(from, to))];
    });
  const means = columns.flatMap((column) => [
    '',
    '',
    percent(geometricMean(names.map((name) => ratio(before.get(name)?.[column], after.get(name)?.[column])))),
  ]);
  const heading = [title, ...columns.flatMap((column) => [column, 'after', '%'])];
  return table(heading, [...names.map((name) => [name, ...cells(name)]), ['mean', ...means]]);
}

const ratio = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined || from === 0 ? undefined : to / from;

function geometricMean(ratios: readonly (number | undefined)[]): number | undefined {
  const known = ratios.filter((one) => one !== undefined && one > 0).map((one) => Math.log(one ?? 1));
  return known.length === 0 ? undefined : Math.exp(known.reduce((sum, one) => sum + one, 0) / known.length);
}

const shown = (value: number | undefined): string => {
  if (value === undefined) return '–';
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
};

/** A ratio as its difference from 1 in per cent, with a sign. */
export const percent = (value: number | undefined): string => {
  if (value === undefined) return '–';
  const points = (value - 1) * 100;
  return `${points >= 0 ? '+' : ''}${points.toFixed(1)}`;
};
