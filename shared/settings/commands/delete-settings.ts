import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { SettingsStore } from '#shared/events/ports/stores';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';

interface Needs {
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** A transaction holds 100 writes: these, the settings, what their brand kit knows of them, and the job. */
const ASSIGNMENTS_AT_ONCE = 97;

/**
 * Deletes settings with their assignments; answers them as they were left. Whoever chose them still points there, and
 * readers skip that: the job takes the choices away and has the meetings follow.
 */
export const deleteSettings =
  ({ settings, changes, clock, backoff }: Needs) =>
  async (read: Loaded<Settings>): Promise<Settings> => {
    const { left, rest } = await withRetry({ backoff }, async (round) => {
      const before = round === 0 ? read : await settings.find(read.state.id);
      if (!before) throw notFound('settings object');
      const { workspaceId, assignments } = before.state;
      const ids = assignments.map(({ id }) => id);
      const over = ids.slice(ASSIGNMENTS_AT_ONCE);
      await changes.save({
        at: clock.now(),
        removedSettings: [before],
        removedAssignments: ids.slice(0, ASSIGNMENTS_AT_ONCE),
        jobs: propagateToScopes(
          workspaceId,
          assignments.map(({ scope }) => scope),
          over,
        ),
      });
      return { left: before.state, rest: over };
    });
    // The job would remove them as well; until then they would still be read.
    if (rest.length > 0)
      await withRetry({ backoff }, () => changes.save({ at: clock.now(), removedAssignments: rest }));
    return left;
  };
