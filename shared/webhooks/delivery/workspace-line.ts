import type { Clock } from '#shared/core/clock';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { type LimitName, type LimitOverrides, useFactory } from '#shared/core/limits';
import type { Table } from '#shared/core/table';
import { type Instant, later, MINUTE_MS } from '#shared/core/time';
import { fanoutLineKey } from '#shared/dynamodb/keys';
import type { LineSlot } from '#shared/events/ports';
import { takeSlot } from '#shared/webhooks/delivery/line-of-limit';
import { type ReceiverId, webhookWeights } from '#shared/webhooks/delivery/webhook-weights';
import { founderOf } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

/** An event that is about to be fanned out. */
export interface EventToCount {
  readonly workspaceId: WorkspaceId;
  /** Of its deliveries, one for each. */
  readonly receivers: readonly ReceiverId[];
  /** The slot for which it has waited. */
  readonly waited?: LineSlot | undefined;
}

/** The events of workspaces that have more deliveries made than they may, over all instances of the fan-out. */
export interface WorkspaceLine {
  /** The next slot of an event; undefined where it is fanned out at once. Throws `Throttled`. */
  slotFor(event: EventToCount): Promise<LineSlot | undefined>;
}

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  readonly limits?: LimitOverrides;
}

/** Deliveries that a process counts with one write. */
const COUNTED_TOGETHER = 20;
/** Workspaces that a process remembers. */
const MOST_REMEMBERED = 10_000;
/** An event that has become heavier than this waits once more: at most three times, since ten is the most. */
const MOST_GROWTH = 2;

/** What a process knows of a workspace in a minute. */
interface Remembered {
  readonly since: Instant;
  readonly uncounted: number;
  /** The line has had the deliveries of its minute until then. */
  readonly usedUpUntil: Instant;
}

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly deliveries: number;
  /** How many webhooks each of them counts as. */
  readonly weight: () => Promise<number>;
}

/**
 * One for each process. An event is counted in the line of its workspace when it happens, and in that of all workspaces
 * of their founder when its slot has come: what a workspace asks for beyond its own limit delays no other.
 */
export function workspaceLine(needs: Needs): WorkspaceLine {
  const weights = webhookWeights(needs);
  const inWorkspace = countedLine(needs, 'webhooks', async (workspace) => workspace);
  const inFounder = countedLine(needs, 'user_webhooks', async (workspace) => {
    const found = await workspaces.find(needs.table, workspace);
    return found && founderOf(found.state);
  });

  return {
    async slotFor({ workspaceId, receivers, waited }) {
      if (waited?.in === 'founder') return undefined;
      const weightNow = once(() => weights.meanOf(receivers));
      const event = { workspaceId, deliveries: receivers.length, weight: weightNow };
      // As it was counted in its workspace, so that no workspace has more of its founder's webhooks than of its own.
      const isCounted = waited && (await weightNow()) <= MOST_GROWTH * waited.weight;
      const at = isCounted ? undefined : await inWorkspace(event);
      if (at !== undefined) return { in: 'workspace', at, weight: await weightNow() };
      const weight = isCounted ? async () => waited.weight : weightNow;
      const founderAt = await inFounder({ ...event, weight });
      return founderAt === undefined ? undefined : { in: 'founder', at: founderAt, weight: await weight() };
    },
  };
}

/**
 * A line moves on by a share of a minute for each delivery, and an event waits where its end is more than a minute ahead (a
 * token bucket with the deliveries of a minute). A process counts twenty deliveries of a workspace with one write, and
 * forgets fewer after a minute: a workspace with few events is not counted at all, and twenty processes pass over 400
 * deliveries a minute at most. Once the line is full, each event is counted by itself.
 */
function countedLine(
  { table, clock, limits }: Needs,
  limit: LimitName,
  subjectOf: (workspace: WorkspaceId) => Promise<WorkspaceId | UserId | undefined>,
) {
  const useOf = useFactory(limits);
  const remembered = new Map<WorkspaceId, Remembered>();

  function move(of: WorkspaceId | UserId, webhooks: number): Promise<Instant> {
    const use = useOf(limit, of, clock.now(), webhooks);
    return takeSlot({ table, clock }, { key: fanoutLineKey(of), type: 'fanout_line', use });
  }

  /** Remembers these; answers how many are to be counted now, and since when they are remembered. */
  function toCount(workspace: WorkspaceId, deliveries: number) {
    const now = clock.now();
    const before = remembered.get(workspace);
    const isOfNow = before !== undefined && now < later(before.since, MINUTE_MS);
    const since = isOfNow ? before.since : now;
    const uncounted = (isOfNow ? before.uncounted : 0) + deliveries;
    const usedUpUntil = before?.usedUpUntil ?? now;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const isCounted = uncounted >= COUNTED_TOGETHER || usedUpUntil > now;
    remembered.set(workspace, { since, uncounted: isCounted ? 0 : uncounted, usedUpUntil });
    return { since, counted: isCounted ? uncounted : 0 };
  }

  return async ({ workspaceId, deliveries, weight }: Asked): Promise<Instant | undefined> => {
    const { since, counted } = toCount(workspaceId, deliveries);
    if (counted === 0) return undefined;
    const of = await subjectOf(workspaceId);
    if (of === undefined) return undefined;
    const slot = await move(of, counted * (await weight()));
    remembered.set(workspaceId, { since, uncounted: 0, usedUpUntil: slot });
    return slot > clock.now() ? slot : undefined;
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
