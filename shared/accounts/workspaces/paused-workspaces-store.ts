import { isPaused } from '#shared/accounts/workspaces/rules/pause';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Clock } from '#shared/foundation/core/clock';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';

/** Whether a workspace is paused, for workers that do not read it. */
export interface PausedWorkspaces {
  isPaused(id: WorkspaceId): Promise<boolean>;
}

/** How long a process caches that a workspace is not paused. That it is paused is read each time. */
const CACHED_MS = 10 * SECOND_MS;
/** Workspaces in the cache, of 100 bytes each. */
const MOST_CACHED = 10_000;

interface Seen {
  readonly isPaused: Promise<boolean>;
  readonly until: Instant;
}

/** One for each process. A pause shows ten seconds later at most, its end at once. Throws `Throttled`. */
export function pausedWorkspaces({ table, clock }: { readonly table: Table; readonly clock: Clock }): PausedWorkspaces {
  const seen = new Map<WorkspaceId, Seen>();
  const read = async (id: WorkspaceId): Promise<boolean> => {
    try {
      const found = await workspaces.find(table, id);
      const isNow = found !== undefined && isPaused(found.state);
      if (isNow) seen.delete(id);
      return isNow;
    } catch (error) {
      seen.delete(id);
      throw error;
    }
  };
  return {
    isPaused(id) {
      const now = clock.now();
      const known = seen.get(id);
      if (known && now < known.until) return known.isPaused;
      if (seen.size >= MOST_CACHED) seen.clear();
      const asked = read(id);
      seen.set(id, { isPaused: asked, until: later(now, CACHED_MS) });
      return asked;
    },
  };
}
