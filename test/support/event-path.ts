import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DeliveryId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import type { FaultPlan } from './event-path/container.ts';
import { mailRule } from './event-path/mail-without-sender.ts';
import { partnerWorkspace } from './event-path/partner-workspace.ts';
import { inProcessPlatform } from './event-path/platform.ts';
import { type Behaviour, inMemoryServices, QUEUES, type ServiceFailures } from './event-path/services.ts';

interface Given extends ServiceFailures, Pick<Behaviour, 'busDelivers' | 'limits'> {
  /** Everything that is drawn follows from it. */
  readonly seed?: number;
  readonly faults?: FaultPlan;
  /** Whether the queue hands a message out once more, and so many seconds later. */
  readonly duplicates?: () => number | undefined;
}

/** How far the sweeper looks ahead. */
const AHEAD_MS = 75 * SECOND_MS;
/** Nothing is under way for longer: fourteen hours of attempts, and what faults may add. */
const LONGEST_MS = 30 * HOUR_MS;
/** The most turns at one moment; more of them mean an endless loop. */
const MOST_TURNS = 2_000;

/**
 * The whole path, from the table's stream to receivers, in one process: the real functions on in-memory services, a clock that
 * jumps to whatever is due next, and one seed.
 */
export function anEventPath({ seed = 1, faults = () => undefined, duplicates, ...troubles }: Given = {}) {
  const services: ReturnType<typeof inMemoryServices> = inMemoryServices(seed, {
    ...troubles,
    rules: [mailRule(() => workspace.commands)],
  });
  const workspace = partnerWorkspace(services);
  const platform = inProcessPlatform(services, { plan: faults, duplicates });
  const deliveries = deliveryStore(workspace.table);
  const { clock, dynamo, sqs } = services;

  const atThisMoment = async (): Promise<void> => {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) if (!(await platform.turn())) return;
    throw new Error('The event path does not become idle.');
  };

  /** The first whole minute at which the sweeper finds something; it is not called where it would find nothing. */
  const nextSweep = (last: number): number => {
    const dues = dynamo.items().flatMap(({ due_at }) => (due_at?.N === undefined ? [] : [Number(due_at.N)]));
    const wanted = Math.ceil((Math.min(...dues) - AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
    return Math.max(last + MINUTE_MS, wanted);
  };

  const nextVisible = (): number =>
    Math.min(...QUEUES.flatMap((name) => sqs.messages(name).map(({ visibleAt }) => visibleAt)));

  /** Works until nothing is due, waiting or under way, or until that moment. */
  const untilQuiet = async ({ sweeping = true, until = later(clock.now(), LONGEST_MS) } = {}): Promise<void> => {
    let lastSweep = 0;
    for (;;) {
      await atThisMoment();
      const sweepAt = sweeping ? nextSweep(lastSweep) : Number.POSITIVE_INFINITY;
      const next = Math.min(nextVisible(), sweepAt);
      if (next > until) return;
      clock.set(Math.max(clock.now(), next) as Instant);
      if (next !== sweepAt) continue;
      lastSweep = next;
      await platform.sweepOnce();
    }
  };

  return {
    ...{ ...services, ...workspace, ...platform, deliveries, atThisMoment, untilQuiet },

    /** Every delivery as it stands. */
    async all() {
      const keys = dynamo.items().filter(({ type }) => type?.S === 'delivery');
      const found = await Promise.all(keys.map(({ pk }) => deliveries.find(pk?.S as DeliveryId)));
      return found.flatMap((one) => one?.state ?? []);
    },

    /** Changes the content of the oldest outbox row by hand; answers what it was. */
    async rewrite(change: (content: Buffer) => Uint8Array): Promise<Buffer> {
      const row = dynamo.items().find(({ type }) => type?.S === 'event');
      const before = Buffer.from(row?.['content']?.B ?? []);
      await dynamo.send(new PutItemCommand({ TableName: 'main', Item: { ...row, content: { B: change(before) } } }));
      return before;
    },

    /** Messages of the path's own queues that are not deleted. */
    waiting: () => QUEUES.flatMap((name) => sqs.messages(name)),

    /** What is visible in the path's queues vanishes, up to ten messages of each. */
    lose: async (): Promise<void> => {
      for (const name of QUEUES) await platform.take(name);
    },

    /** Rows that the sweeper still looks at. */
    due: () => dynamo.items().filter(({ due_pk }) => due_pk !== undefined),
  };
}
export type EventPath = ReturnType<typeof anEventPath>;
