import { Session } from 'node:inspector/promises';
import { arrivals, HOSTS, until } from '../../soak/arrivals.ts';
import { receivers } from '../../soak/receivers.ts';
import { SoakLedger } from '../../soak/soak-ledger.ts';
import { seededRandom } from '../random.ts';
import { sdkOver } from '../sdk-over.ts';
import { cpuMs } from '../stopwatch.ts';
import { attributeSamples } from './attribute-samples.ts';
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
  const { ownSeconds, testSeconds } = attributeSamples(profile);
  return {
    deliveries: ledger.acknowledged - acknowledgedBefore,
    wholeSeconds,
    ownSeconds: (wholeSeconds * ownSeconds) / (ownSeconds + testSeconds),
  };
}

/** One sentence, in seconds for a thousand deliveries. */
export function processorTimeText({ deliveries, ownSeconds, wholeSeconds }: ProcessorTime): string {
  const [own, whole] = [ownSeconds, wholeSeconds].map((seconds) => ((seconds / deliveries) * 1_000).toFixed(2));
  return `${own} s of own code for 1,000 deliveries, of ${deliveries}; ${whole} s with the in-memory services.`;
}
