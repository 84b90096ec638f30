import { hasInitialBots } from '#shared/accounts/usage/rules/usage-limits';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Clock } from '#shared/foundation/core/clock';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';

/** Who founded a workspace, and whether it has the limits that it began with. */
export interface Founding {
  readonly founderId: UserId;
  readonly isInitial: boolean;
}

/** Undefined where the workspace is gone. Throws `Throttled`. */
export type Foundings = (workspace: WorkspaceId) => Promise<Founding | undefined>;

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
}

/** Workspaces that a process remembers. */
const MOST_REMEMBERED = 10_000;

/** A process reads a workspace once an hour, since the operator alone changes this. */
export function foundingsOf({ table, clock }: Needs): Foundings {
  const known = new Map<WorkspaceId, { readonly founding: Founding; readonly until: Instant }>();
  return async (workspace) => {
    const before = known.get(workspace);
    if (before && before.until > clock.now()) return before.founding;
    const found = await workspaces.find(table, workspace);
    if (found === undefined) return undefined;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const founding = { founderId: founderOf(found.state), isInitial: hasInitialBots(found.state) };
    known.set(workspace, { founding, until: later(clock.now(), HOUR_MS) });
    return founding;
  };
}
