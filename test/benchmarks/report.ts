import type { Bundles } from './bundles.ts';
import { AIM, type Measured, type Report } from './figures.ts';
import { asSentence } from './machine.ts';
import { SIZE } from './office.ts';
import { nameOf, tripsAllowed } from './scenario.ts';
import { table } from './table.ts';

const KB = 1024;

export function asText({ circumstances, rounds, endpoints, bundles }: Report): string {
  return [
    asSentence(circumstances),
    `${SIZE.meetings} meetings of ${SIZE.attendees} attendees (one of ${SIZE.mostAttendees}), ${SIZE.endpoints} webhook endpoints; p50 of ${rounds} calls after a warm-up.`,
    'CPU is processor time of the process in ms: with the in-memory services, without them ("own"), and without them but with the',
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
  'Import times are medians of new processes in ms, wall time and processor time; ratio is wall time as a multiple of',
  `the document client alone, which is ${kilobytes(bundles.reference.bytes)} KB and takes ${bundles.reference.importMs.toFixed(1)} ms, ${bundles.reference.importCpuMs.toFixed(1)} ms of them processor time.`,
  '',
  table(
    ['Function', 'KB', 'import', 'CPU', 'ratio'],
    bundles.functions.map((one) => bundleRow(one, bundles)),
  ),
];

function bundleRow(
  { entry, bytes, importMs, importCpuMs }: Bundles['functions'][number],
  { reference }: Bundles,
): readonly string[] {
  const ratio = importMs / reference.importMs;
  return [
    entry,
    marked(kilobytes(bytes), bytes > AIM.bytes),
    importMs.toFixed(1),
    importCpuMs.toFixed(1),
    marked(ratio.toFixed(2), ratio > AIM.timesReference),
  ];
}

const kilobytes = (bytes: number): string => String(Math.round(bytes / KB));

const marked = (text: string, over: boolean): string => (over ? `*${text}` : text);
