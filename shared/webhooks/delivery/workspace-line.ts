import type { Clock } from '#shared/core/clock';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { type LimitName, type LimitOverrides, useFactory } from '#shared/core/limits';
import type { Table } from '#shared/core/table';
import { type Instant, later, laterOf, MINUTE_MS } from '#shared/core/time';
import { fanoutLineKey } from '#shared/dynamodb/keys';
import { moveLine } from '#shared/dynamodb/lines';
import { founderOf } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

/** The events of workspaces that have more deliveries made than they may, over all instances of the fan-out. */
export interface WorkspaceLine {
  /** When an event with so many deliveries is fanned out; undefined for at once. Throws `Throttled`. */
  slotFor(workspace: WorkspaceId, deliveries: number): Promise<Instant | undefined>;
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

/** What a process knows of a workspace in a minute. */
interface Remembered {
  readonly since: Instant;
  readonly uncounted: number;
  /** The workspace has had the deliveries of its minute until then. */
  readonly usedUpUntil: Instant;
}

/**
 * One for each process. A line moves on by a share of a minute for each delivery, and an event waits where its end is more
 * than a minute ahead (a token bucket with the deliveries of a minute). A process counts twenty deliveries with one write,
 * and forgets fewer after a minute: a workspace with few events is not counted at all, and twenty processes pass over
 * 400 deliveries a minute at most. Once the line is full, each event is counted by itself.
 */
export function workspaceLine({ table, clock, limits }: Needs): WorkspaceLine {
  const useOf = useFactory(limits);
  const remembered = new Map<WorkspaceId, Remembered>();

  async function slotIn(limit: LimitName, of: WorkspaceId | UserId, deliveries: number): Promise<Instant> {
    const { most, windowStartsAt, windowEndsAt } = useOf(limit, of, clock.now());
    const windowMs = windowEndsAt - windowStartsAt;
    const totalUs = Math.ceil((deliveries * windowMs * 1_000) / Math.max(1, most));
    const endUs = await moveLine({ table, clock }, fanoutLineKey(of), { type: 'fanout_line', totalUs });
    return later(Math.ceil(endUs / 1_000) as Instant, -windowMs);
  }

  async function count(workspace: WorkspaceId, deliveries: number): Promise<Instant> {
    const found = await workspaces.find(table, workspace);
    const slots = [
      slotIn('webhooks', workspace, deliveries),
      ...(found ? [slotIn('user_webhooks', founderOf(found.state), deliveries)] : []),
    ];
    return (await Promise.all(slots)).reduce(laterOf);
  }

  return {
    async slotFor(workspace, deliveries) {
      const now = clock.now();
      const before = remembered.get(workspace);
      const isOfNow = before !== undefined && now < later(before.since, MINUTE_MS);
      const since = isOfNow ? before.since : now;
      const uncounted = (isOfNow ? before.uncounted : 0) + deliveries;
      const usedUpUntil = before?.usedUpUntil ?? now;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      const isCounted = uncounted >= COUNTED_TOGETHER || usedUpUntil > now;
      remembered.set(workspace, { since, uncounted: isCounted ? 0 : uncounted, usedUpUntil });
      if (!isCounted) return undefined;
      const slot = await count(workspace, uncounted);
      remembered.set(workspace, { since, uncounted: 0, usedUpUntil: slot });
      return slot > clock.now() ? slot : undefined;
    },
  };
}
