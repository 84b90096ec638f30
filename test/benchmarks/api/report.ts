import { nameOf, type Scenario } from '../scenario.ts';
import { table } from '../table.ts';
import type { OpenModelFigures } from './open-model.ts';

/** What a deployment holds. */
export interface Population {
  readonly workspaces: number;
  readonly rows: number;
}

/** Quantiles of all measured calls, in milliseconds. Other loads of the machine add to processor time: least to the first. */
export interface CpuTimes {
  readonly p10: number;
  readonly median: number;
  readonly p95: number;
}

/** Figures of one population. */
export interface Measured {
  readonly population: Population;
  /** Processor time of a request by the operation's name. */
  readonly cpu: Readonly<Record<string, CpuTimes>>;
  readonly open: OpenModelFigures;
}

export const asTables = (all: readonly Measured[], scenarios: readonly Scenario[]): string =>
  [cpuTable(all, scenarios), '', openTable(all)].join('\n');

const sizeOf = ({ population: { workspaces, rows } }: Measured) =>
  `${workspaces.toLocaleString('en')} workspaces, ${rows.toLocaleString('en')} rows`;

const cpuTable = (all: readonly Measured[], scenarios: readonly Scenario[]): string =>
  table(
    ['CPU ms a request: p10 / median / p95', ...all.map(sizeOf)],
    scenarios.map((scenario) => [
      nameOf(scenario),
      ...all.map(({ cpu }) => {
        const times = cpu[nameOf(scenario)];
        return times ? [times.p10, times.median, times.p95].map((ms) => ms.toFixed(2)).join(' / ') : '';
      }),
    ]),
  );

const openTable = (all: readonly Measured[]): string =>
  table(
    ['Open model', ...all.map(sizeOf)],
    [
      ['requests', ...all.map(({ open }) => `${open.requests}`)],
      ['CPU ms a request, in-memory table included', ...all.map(({ open }) => open.cpuMsPerRequest.toFixed(2))],
      ['response time p50, ms', ...all.map(({ open }) => open.p50Ms.toFixed(1))],
      ['response time p95, ms', ...all.map(({ open }) => open.p95Ms.toFixed(1))],
    ],
  );
