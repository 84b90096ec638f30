import * as v from 'valibot';
import type { Bundles } from './bundles.ts';
import type { Trips } from './count-trips.ts';
import type { Circumstances } from './machine.ts';
import type { CpuTime } from './measure-cpu.ts';
import { nameOf, type Scenario, tripsAllowed } from './scenario.ts';

export interface Measured {
  readonly scenario: Scenario;
  readonly trips: Trips;
  readonly cpu: CpuTime;
}

export interface Report {
  readonly circumstances: Circumstances;
  readonly rounds: number;
  readonly endpoints: readonly Measured[];
  /** Absent where `--only` selected some endpoints. */
  readonly bundles: Bundles | undefined;
}

/**
 * Largest bundle, and longest import as a multiple of the import of a function that has the document client alone. 400 KB,
 * and the 8 KB that the document client adds to each bundle.
 */
export const AIM = { bytes: 408 * 1024, timesReference: 1.5 };

/** The part of a JSON file of `npm run bench -- operations` that a later run is compared with. */
const Figures = v.object({
  date: v.string(),
  commit: v.string(),
  endpoints: v.array(
    v.object({
      name: v.string(),
      requests: v.number(),
      trips: v.number(),
      cpuMs: v.object({ own: v.number(), withSdk: v.number() }),
    }),
  ),
  functions: v.optional(v.array(v.object({ entry: v.string(), bytes: v.number(), importCpuMs: v.number() })), []),
});
export type Figures = v.InferOutput<typeof Figures>;

/** Parses the JSON of an earlier run. Throws if a figure is missing. */
export const readFigures = (json: string): Figures => v.parse(Figures, JSON.parse(json));

/** The report as JSON, for another program or a later comparison. */
export const asJson = ({ circumstances, rounds, endpoints, bundles }: Report): string =>
  `${JSON.stringify(
    {
      ...circumstances,
      rounds,
      endpoints: endpoints.map(({ scenario, trips, cpu }) => ({
        name: nameOf(scenario),
        operation: scenario.operation,
        tripsAllowed: tripsAllowed(scenario),
        ...(scenario.aimMs !== undefined && { aimMs: scenario.aimMs }),
        ...trips,
        cpuMs: cpu,
      })),
      aims: AIM,
      ...bundles,
    },
    undefined,
    2,
  )}\n`;
