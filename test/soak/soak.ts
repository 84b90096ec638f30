import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { drawing } from '../benchmarks/delivery/latencies.ts';
import { platform } from '../benchmarks/delivery/platform.ts';
import { prompt } from '../benchmarks/delivery/profiles.ts';
import { tenants } from '../benchmarks/delivery/tenants.ts';
import { seededRandom } from '../benchmarks/random.ts';
import { arrivals, HOSTS, until } from './arrivals.ts';
import { Expiry } from './expiry.ts';
import { type Gauge, gauge, grown, openHandles } from './gauge.ts';
import { receivers } from './receivers.ts';
import { SoakLedger } from './soak-ledger.ts';

export interface SoakSize {
  readonly minutes: number;
  /** Events a second, each to three endpoints. */
  readonly rate: number;
  /** Of arrivals, latencies and receivers. */
  readonly seed: number;
  /** Between two gauges. */
  readonly everyMinutes: number;
}

export interface Soaked {
  readonly gauges: readonly Gauge[];
  readonly ledger: SoakLedger;
  readonly errors: number;
  /** Handles of which there are more than before; nothing where all is well. */
  readonly growth: readonly string[];
}

/** A second attempt comes after half a minute, a third after one more. */
const DRAINED_WITHIN_MS = 6 * MINUTE_MS;
const CLOSED_WITHIN_MS = 15 * SECOND_MS;
/** Under load the number of requests under way goes up and down. */
const UNDER_LOAD = { factor: 1.5, beyond: 100 };
const AT_REST = { factor: 1, beyond: 0 };

/** The path under load for long, in real time: what it holds at the start, every so many minutes, and after the end. */
export async function soak({ minutes, rate, seed, everyMinutes }: SoakSize, say: (at: Gauge) => void): Promise<Soaked> {
  const random = seededRandom(seed);
  const ledger = new SoakLedger();
  const expiry = new Expiry();
  const draw = drawing(random);
  const delivered = ledger.delivered.bind(ledger);
  const { sender, closeConnections, close } = await receivers({ hosts: HOSTS, random, delivered });
  const world = platform({ draw, random, sender, committed: expiry.committed });
  const all = await tenants({ platform: world, random, open: () => undefined, behaviourOf: () => prompt });
  const gauges: Gauge[] = [];
  const look = (as: string) => {
    const at = gauge(as, expiry.rows);
    gauges.push(at);
    say(at);
    return at;
  };
  const stops = [world.start(), expiry.start(world.dynamo)];
  const start = look('start');
  const regularly = setInterval(() => look(`${gauges.length * everyMinutes} min`), everyMinutes * MINUTE_MS);
  await arrivals({ tenants: all, seconds: minutes * 60, rate, random, ledger });
  clearInterval(regularly);
  const loaded = look('last event');
  await until(() => ledger.missing === 0, DRAINED_WITHIN_MS);
  closeConnections();
  await until(() => grown(start.handles, openHandles(), AT_REST).length === 0, CLOSED_WITHIN_MS);
  const rest = look('at rest');
  for (const stop of stops) stop();
  close();
  const firstLoaded = gauges.find(({ as }) => as !== 'start') ?? start;
  const growth = [
    ...grown(start.handles, rest.handles, AT_REST),
    ...grown(firstLoaded.handles, loaded.handles, UNDER_LOAD),
  ];
  return { gauges, ledger, errors: world.errors.length, growth };
}
