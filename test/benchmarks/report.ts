import type { Bundles } from './bundles.ts';
import type { Trips } from './count-trips.ts';
import { asSentence, type Circumstances } from './machine.ts';
import type { CpuTime } from './measure-cpu.ts';
import { SIZE } from './office.ts';
import { nameOf, type Scenario, tripsAllowed } from './scenario.ts';
import { table } from './table.ts';

export interface Measured {
  readonly scenario: Scenario;
  readonly trips: Trips;
  readonly cpu: CpuTime;
}

export interface Report {
  readonly circumstances: Circumstances;
  readonly rounds: number;
  readonly endpoints: readonly Measured[];
  /** Left out where only some endpoints were asked for. */
  readonly bundles: Bundles | undefined;
}

/** What a function may weigh, and how long it may load beside one that has the DynamoDB client alone. */
const AIM = { bytes: 400 * 1024, timesReference: 1.5 };

const KB = 1024;

export function asText({ circumstances, rounds, endpoints, bundles }: Report): string {
  return [
    asSentence(circumstances),
    `${SIZE.meetings} meetings of ${SIZE.attendees} attendees (one of ${SIZE.mostAttendees}), ${SIZE.endpoints} webhook endpoints; p50 of ${rounds} calls after a warm-up.`,
    'CPU is processor time of the process in ms: with the stand-ins, without them ("own"), and without them but with the',
    "SDK's DynamoDB client, which aims are held against. Network and runtime are in none. * is over its aim.",
    '',
    table(['Endpoint', 'AWS', 'trips', 'CPU', 'own', 'own p95', 'with SDK', 'aim'], endpoints.map(endpointRow)),
    ...(bundles ? ['', ...bundleLines(bundles)] : []),
  ].join('\n');
}

function endpointRow({ scenario, trips, cpu }: Measured): readonly string[] {
  const { aimMs } = scenario;
  return [
    nameOf(scenario),
    String(trips.requests),
    marked(String(trips.trips), trips.trips > tripsAllowed(scenario)),
    cpu.whole.toFixed(2),
    cpu.own.toFixed(2),
    cpu.ownP95.toFixed(2),
    marked(cpu.withSdk.toFixed(2), aimMs !== undefined && cpu.withSdk > aimMs),
    aimMs === undefined ? '' : `< ${aimMs}`,
  ];
}

const bundleLines = (bundles: Bundles): readonly string[] => [
  `Import times are medians of new processes, in ms; the DynamoDB client alone: ${kilobytes(bundles.reference.bytes)} KB, ${bundles.reference.importMs.toFixed(1)} ms.`,
  '',
  table(
    ['Function', 'KB', 'import', 'ratio'],
    bundles.functions.map((one) => bundleRow(one, bundles)),
  ),
];

function bundleRow(
  { entry, bytes, importMs }: Bundles['functions'][number],
  { reference }: Bundles,
): readonly string[] {
  const ratio = importMs / reference.importMs;
  return [
    entry,
    marked(kilobytes(bytes), bytes > AIM.bytes),
    importMs.toFixed(1),
    marked(ratio.toFixed(2), ratio > AIM.timesReference),
  ];
}

const kilobytes = (bytes: number): string => String(Math.round(bytes / KB));

const marked = (text: string, over: boolean): string => (over ? `*${text}` : text);

/** The same numbers for another program. */
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
