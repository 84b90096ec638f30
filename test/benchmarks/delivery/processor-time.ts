import { Session } from 'node:inspector/promises';
import { arrivals, HOSTS, until } from '../../soak/arrivals.ts';
import { receivers } from '../../soak/receivers.ts';
import { SoakLedger } from '../../soak/soak-ledger.ts';
import { seededRandom } from '../random.ts';
import { sdkOver } from '../sdk-over.ts';
import { cpuMs } from '../stopwatch.ts';
import { attributeSamples, type Part } from './attribute-samples.ts';
import { drawing } from './latencies.ts';
import { platform } from './platform.ts';
import { prompt } from './profiles.ts';
import { tenants } from './tenants.ts';

/** Processor time of the path from the committed change to the acknowledged delivery, of this process with all threads. */
export interface ProcessorTime {
  readonly deliveries: number;
  /** With the in-memory services. */
  readonly wholeSeconds: number;
  /** The product, its libraries and Node's own: with the SDK's DynamoDB client, connections, TLS and signatures. */
  readonly ownSeconds: number;
  /** `ownSeconds` by whose code it is. */
  readonly partSeconds: Readonly<Record<Part, number>>;
}

interface Size {
  readonly minutes: number;
  /** Events a second, each to three endpoints. */
  readonly rate: number;
  readonly seed: number;
}

/** Between two samples of the profile, in microseconds. */
const SAMPLED_EVERY_US = 1_000;
/** Containers start and connections are made before it is measured. */
const WARM_UP_SECONDS = 20;
const DRAINED_WITHIN_MS = 60_000;

/** The path under load in real time, with the product's own sender over TLS to receivers in another process. */
export async function measureProcessorTime({ minutes, rate, seed }: Size): Promise<ProcessorTime> {
  const random = seededRandom(seed);
  const ledger = new SoakLedger();
  const draw = drawing(random);
  const delivered = ledger.delivered.bind(ledger);
  const { sender, closeConnections, close } = await receivers({ hosts: HOSTS, random, delivered });
  const world = platform({ draw, random, sender, clientOver: (dynamo) => sdkOver(dynamo, (answer) => answer()) });
  const all = await tenants({ platform: world, random, open: () => undefined, behaviourOf: () => prompt });
  const stop = world.start();
  await arrivals({ tenants: all, seconds: WARM_UP_SECONDS, rate, random, ledger });
  const measured = await profiled(ledger, () =>
    arrivals({ tenants: all, seconds: minutes * 60, rate, random, ledger }),
  );
  await until(() => ledger.missing === 0, DRAINED_WITHIN_MS);
  stop();
  closeConnections();
  close();
  return measured;
}

/** Deliveries that were acknowledged meanwhile, and the processor's time for them. */
async function profiled(ledger: SoakLedger, work: () => Promise<void>): Promise<ProcessorTime> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLED_EVERY_US });
  const before = cpuMs();
  await session.post('Profiler.start');
  const acknowledgedBefore = ledger.acknowledged;
  await work();
  const wholeSeconds = (cpuMs() - before) / 1_000;
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const { ownSeconds, partSeconds, testSeconds } = attributeSamples(profile);
  // The process has threads that are not in the profile: name look-ups, garbage collection.
  const scale = wholeSeconds / (ownSeconds + testSeconds);
  return {
    deliveries: ledger.acknowledged - acknowledgedBefore,
    wholeSeconds,
    ownSeconds: ownSeconds * scale,
    partSeconds: {
      product: partSeconds.product * scale,
      awsSdk: partSeconds.awsSdk * scale,
      libraries: partSeconds.libraries * scale,
      node: partSeconds.node * scale,
    },
  };
}

const PARTS: readonly (readonly [Part, string])[] = [
  ['product', 'the product'],
  ['awsSdk', 'the AWS SDK: requests to DynamoDB are written, signed and read'],
  ['libraries', 'other libraries'],
  ['node', 'Node: sockets and TLS'],
];

/** One sentence and a table, in seconds for a thousand deliveries. */
export function processorTimeText({ deliveries, ownSeconds, partSeconds, wholeSeconds }: ProcessorTime): string {
  const perThousand = (seconds: number) => ((seconds / deliveries) * 1_000).toFixed(2);
  const rows = PARTS.map(([part, name]) => `| ${name} | ${perThousand(partSeconds[part])} |`);
  return [
    `${perThousand(ownSeconds)} s of own code for 1,000 deliveries, of ${deliveries}; ${perThousand(wholeSeconds)} s with the in-memory services.`,
    ['| Code of | s for 1,000 deliveries |', '| - | -: |', ...rows].join('\n'),
  ].join('\n\n');
}
