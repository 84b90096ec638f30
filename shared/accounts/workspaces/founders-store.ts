import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Clock } from '#shared/foundation/core/clock';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';

/** The founder of a workspace; undefined where it is gone. Throws `Throttled`. */
export type Founders = (workspace: WorkspaceId) => Promise<UserId | undefined>;

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
}

/** Workspaces that a process remembers. */
const MOST_REMEMBERED = 10_000;

/** A process reads the founder of a workspace once an hour, since the operator alone names another. */
export function foundersOf({ table, clock }: Needs): Founders {
  const known = new Map<WorkspaceId, { readonly founder: UserId; readonly until: Instant }>();
  return async (workspace) => {
    const before = known.get(workspace);
    if (before && before.until > clock.now()) return before.founder;
    const found = await workspaces.find(table, workspace);
    if (found === undefined) return undefined;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const founder = founderOf(found.state);
    known.set(workspace, { founder, until: later(clock.now(), HOUR_MS) });
    return founder;
  };
}
