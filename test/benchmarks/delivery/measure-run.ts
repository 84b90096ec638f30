import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SECOND_MS } from '#shared/foundation/core/time';
import { seededRandom } from '../random.ts';
import { aBacklog } from './backlog.ts';
import { drawing, passing } from './latencies.ts';
import { type Figures, Ledger } from './ledger.ts';
import { platform } from './platform.ts';
import { NEWCOMER_EVENTS, type Run } from './profiles.ts';
import { type Place, receivers } from './receivers.ts';
import { type Tenant, tenants } from './tenants.ts';

export interface Measured extends Figures {
  readonly as: string;
  readonly eventsPerSecond: number;
  readonly seconds: number;
  /** The most messages that lay ready at once. */
  readonly longestQueues: Readonly<Record<string, number>>;
  readonly containers: Readonly<Record<string, number>>;
  /** Until the last delivery of the backlog was acknowledged; undefined where there was none, or it never was. */
  readonly backlogSeconds: number | undefined;
  readonly errors: number;
  /** How late this one process was: beyond 100 ms it measures itself. */
  readonly loopDelayP99: number;
}

/** After the last event: whatever is still owed then is reported as missing. */
const TIMEOUT_MS = 240 * SECOND_MS;

interface Options {
  readonly seed: number;
  /** False leaves out the limit of one endpoint in the queue `first`. */
  readonly hasConcurrencyLimits?: boolean;
}

/** One run in real time, on a platform of its own. */
export async function measureRun(run: Run, { seed, hasConcurrencyLimits }: Options): Promise<Measured> {
  const random = seededRandom(seed);
  const draw = drawing(random);
  const places: Place[] = [];
  let ledger = new Ledger([], new Set());
  const { sender, open, start } = receivers(draw, (arrival) => ledger.arrived(arrival));
  const world = platform({ draw, random, sender, stage: run.stage, hasConcurrencyLimits });
  const all = await tenants({
    ...{ platform: world, random, behaviourOf: run.behaviourOf },
    open: (place) => {
      places.push(place);
      open(place);
    },
  });
  const [first] = all;
  const backlog = run.backlog && first ? await aBacklog(world, first, run.backlog) : new Set<string>();
  ledger = new Ledger(places, backlog);

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = Date.now();
  const stop = world.start();
  start();
  if (backlog.size > 0) world.sweepOnce().catch((error: unknown) => world.errors.push({ error }));
  const { newcomers = 0 } = run;
  const settledTenants = all.slice(0, all.length - newcomers);
  await Promise.all([
    arrivals(run, settledTenants, random, ledger),
    newcomersArrive(run, all.slice(settledTenants.length), ledger),
  ]);
  const lastEventAt = Date.now();
  delay.disable();
  await settled(ledger, lastEventAt + TIMEOUT_MS);
  stop();
  const { fanout, first: firstQueue, retry, slow } = world.queues;
  return {
    ...{
      as: run.as,
      eventsPerSecond: run.eventsPerSecond,
      seconds: run.seconds,
      ...ledger.figures(startedAt + run.warmUp * SECOND_MS, lastEventAt),
    },
    longestQueues: { fanout: fanout.longest, first: firstQueue.longest, retry: retry.longest, slow: slow.longest },
    containers: world.containers(),
    backlogSeconds:
      backlog.size > 0 && ledger.backlogDrainedAt ? (ledger.backlogDrainedAt - startedAt) / 1_000 : undefined,
    errors: world.errors.length,
    loopDelayP99: delay.percentile(99) / 1e6,
  };
}

/** An open model: events come at their rate, and wait for nothing. */
async function arrivals(run: Run, all: readonly Tenant[], random: () => number, ledger: Ledger): Promise<void> {
  const startedAt = Date.now();
  const saves: Promise<void>[] = [];
  let at = 0;
  for (;;) {
    at += (-Math.log(1 - random()) / run.eventsPerSecond) * SECOND_MS;
    if (at > run.seconds * SECOND_MS) break;
    const ahead = at - (Date.now() - startedAt);
    if (ahead > 1) await passing(ahead);
    const tenant = whose(run, all, random);
    if (tenant) saves.push(happens(tenant, ledger));
  }
  await Promise.all(saves);
}

/** Newcomers a minute apart, from the end of the warm-up on. */
async function newcomersArrive(run: Run, newcomers: readonly Tenant[], ledger: Ledger): Promise<void> {
  const startedAt = Date.now();
  for (const [minute, tenant] of newcomers.entries())
    for (let nth = 0; nth < NEWCOMER_EVENTS; nth += 1) {
      const at = (run.warmUp + minute * 60 + nth) * SECOND_MS;
      await passing(Math.max(0, at - (Date.now() - startedAt)));
      await happens(tenant, ledger);
    }
}

async function happens(tenant: Tenant, ledger: Ledger): Promise<void> {
  const subject = await tenant.happens();
  const urls = new Set(tenant.endpoints.map(({ url }) => url));
  ledger.committed(subject, Date.now(), ({ url }) => urls.has(url));
}

function whose({ noisyShare }: Run, all: readonly Tenant[], random: () => number): Tenant | undefined {
  if (noisyShare === undefined) return all[Math.floor(random() * all.length)];
  return random() < noisyShare ? all[0] : all[1 + Math.floor(random() * (all.length - 1))];
}

async function settled(ledger: Ledger, until: number): Promise<void> {
  while (!ledger.isSettled && Date.now() < until) await passing(100);
}
