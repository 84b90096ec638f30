import { foundersOf } from '#shared/accounts/workspaces/founders-store';
import type { Clock } from '#shared/foundation/core/clock';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitName, LimitOverrides } from '#shared/foundation/core/limits';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { fanoutLimiterKey } from '#shared/foundation/dynamodb/keys';
import type { FanoutSlot } from '#shared/foundation/events/ports';
import { reserveSlot } from '#shared/webhooks/delivery/reserve-slot';
import { type ReceiverId, webhookWeights } from '#shared/webhooks/delivery/webhook-weights';

/** An event that is about to be fanned out. */
export interface EventToCount {
  readonly workspaceId: WorkspaceId;
  /** Of its deliveries, one for each. */
  readonly receivers: readonly ReceiverId[];
  /** How many webhooks they count as by their size. */
  readonly webhooks: number;
  /** The slot for which it has waited. */
  readonly waited?: FanoutSlot | undefined;
}

/** The events of workspaces that have more deliveries made than they may, over all instances of the fan-out. */
export interface FanoutRateLimiter {
  /** The next slot of an event; undefined where it is fanned out at once. Throws `Throttled`. */
  slotFor(event: EventToCount): Promise<FanoutSlot | undefined>;
}

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  readonly limits?: LimitOverrides;
}

/** Webhooks that a process counts with one write. */
const COUNTED_TOGETHER = 20;
/** Workspaces, or founders, that a process remembers. */
const MOST_REMEMBERED = 10_000;
/** An event that has come to count as more than so many times as much waits once more. */
const MOST_GROWTH = 2;

interface Asked {
  readonly webhooks: number;
  /** How many each of them counts as by its endpoint. */
  readonly weight: () => Promise<number>;
}

/** What a process knows of a rate limiter. */
interface Remembered {
  /** Events that were fanned out and are counted with the next ones. */
  readonly uncounted: readonly Asked[];
  /** The deliveries of its minute are used up until then. */
  readonly usedUpUntil: Instant;
}

/**
 * One for each process. An event is counted for its workspace when it happens, and for all workspaces of their founder
 * when its slot has come: what a workspace asks for beyond its own limit delays no other.
 */
export function fanoutRateLimiter(needs: Needs): FanoutRateLimiter {
  const weights = webhookWeights(needs);
  const founders = foundersOf(needs);
  const inWorkspace = countedLimiter(needs, 'webhooks');
  const inFounder = countedLimiter(needs, 'user_webhooks');

  return {
    async slotFor({ workspaceId, receivers, webhooks, waited }) {
      const growth = growthOf(webhooks, waited);
      if (waited?.in === 'founder' && growth <= MOST_GROWTH) return undefined;
      const weightNow = once(() => weights.meanOf(receivers));
      // As it was counted in its workspace, so that no workspace has more of its founder's webhooks than of its own.
      const isCounted = waited && growth * (await weightNow()) <= MOST_GROWTH * waited.weight;
      const at = isCounted ? undefined : await inWorkspace(workspaceId, { webhooks, weight: weightNow });
      if (at !== undefined) return { in: 'workspace', at, weight: await weightNow(), webhooks };
      const founder = await founders(workspaceId);
      if (founder === undefined) return undefined;
      const weight = isCounted ? async () => waited.weight : weightNow;
      const founderAt = await inFounder(founder, { webhooks, weight });
      return founderAt === undefined ? undefined : { in: 'founder', at: founderAt, weight: await weight(), webhooks };
    },
  };
}

/**
 * A rate limiter advances by a share of a minute for each webhook, and an event waits where its next free slot is more
 * than a minute ahead (a token bucket with the webhooks of a minute). A process counts twenty webhooks with one write,
 * each as what it weighs by then, and keeps fewer until there are twenty: what it passes meanwhile is counted later, and
 * twenty processes are behind by less than 400. Once the minute is full, each event is counted by itself.
 */
function countedLimiter({ table, clock, limits }: Needs, limit: LimitName) {
  const useOf = useFactory(limits);
  const remembered = new Map<WorkspaceId | UserId, Remembered>();

  function move(of: WorkspaceId | UserId, webhooks: number): Promise<Instant> {
    const use = useOf(limit, of, clock.now(), webhooks);
    return reserveSlot({ table, clock }, { key: fanoutLimiterKey(of), type: 'fanout_line', use });
  }

  /** Others may have been remembered while the table was asked. */
  function remember(of: WorkspaceId | UserId, change: (before: Remembered) => Partial<Remembered>): void {
    const before = remembered.get(of) ?? { uncounted: [], usedUpUntil: clock.now() };
    if (remembered.size >= MOST_REMEMBERED && !remembered.has(of)) remembered.clear();
    remembered.set(of, { ...before, ...change(before) });
  }

  return async (of: WorkspaceId | UserId, event: Asked): Promise<Instant | undefined> => {
    const { uncounted: passed = [], usedUpUntil } = remembered.get(of) ?? {};
    const events = [...passed, event];
    const isFull = usedUpUntil !== undefined && usedUpUntil > clock.now();
    if (!isFull && sum(events.map(({ webhooks }) => webhooks)) < COUNTED_TOGETHER) {
      remember(of, () => ({ uncounted: events }));
      return undefined;
    }
    remember(of, () => ({ uncounted: [] }));
    try {
      const slot = await move(of, sum(await Promise.all(events.map(weighed))));
      remember(of, () => ({ usedUpUntil: slot }));
      return slot > clock.now() ? slot : undefined;
    } catch (error) {
      // The event comes again, those before it do not.
      remember(of, ({ uncounted }) => ({ uncounted: [...passed, ...uncounted] }));
      throw error;
    }
  };
}

/** How many times as many webhooks it is: filters that were changed while it waited let it through to other endpoints. */
const growthOf = (webhooks: number, waited: FanoutSlot | undefined): number =>
  waited?.webhooks === undefined ? 1 : webhooks / waited.webhooks;

const weighed = async ({ webhooks, weight }: Asked): Promise<number> => webhooks * (await weight());

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** One that fails is tried again. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}
