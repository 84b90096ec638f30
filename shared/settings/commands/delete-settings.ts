import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { SettingsStore } from '#shared/events/ports/stores';
import { meetingsFollow } from '#shared/settings/rules/reach';
import type { Settings } from '#shared/settings/rules/settings';

interface Needs {
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** A transaction holds 100 writes: these, the settings, what their brand kit knows of them, and the job. */
const ASSIGNMENTS_AT_ONCE = 97;

/**
 * Deletes settings with their assignments; answers them as they were left. Whoever chose them still points there, and
 * readers skip that: the job takes the choices away and has the meetings follow.
 */
export const deleteSettings =
  ({ settings, changes, clock, patience }: Needs) =>
  async (read: Loaded<Settings>): Promise<Settings> => {
    const { left, rest } = await againAfterLostRace(patience, async (round) => {
      const before = round === 0 ? read : await settings.find(read.state.id);
      if (!before) throw notFound('settings object');
      const { workspaceId, assignments } = before.state;
      const ids = assignments.map(({ id }) => id);
      const over = ids.slice(ASSIGNMENTS_AT_ONCE);
      await changes.save({
        at: clock.now(),
        removedSettings: [before],
        removedAssignments: ids.slice(0, ASSIGNMENTS_AT_ONCE),
        jobs: meetingsFollow(
          workspaceId,
          assignments.map(({ scope }) => scope),
          over,
        ),
      });
      return { left: before.state, rest: over };
    });
    // The job would remove them as well; until then they would still be read.
    if (rest.length > 0)
      await againAfterLostRace(patience, () => changes.save({ at: clock.now(), removedAssignments: rest }));
    return left;
  };
