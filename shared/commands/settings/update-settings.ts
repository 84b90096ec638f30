import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { notFound } from '#shared/domain/refusal';
import { isSame } from '#shared/domain/same';
import { type ValuesChange, valuesAfter } from '#shared/domain/settings/change-values';
import { meetingsFollow } from '#shared/domain/settings/reach';
import type { Settings } from '#shared/domain/settings/settings';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { SettingsStore } from '#shared/ports/stores';

interface Needs {
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Writes the choices that were sent and no other. The meetings of every assignment follow in the background. */
export const updateSettings =
  ({ settings, changes, clock, patience }: Needs) =>
  (read: Loaded<Settings>, change: ValuesChange): Promise<Settings> =>
    againAfterLostRace(patience, async (round) => {
      const before = round === 0 ? read : await settings.find(read.state.id);
      if (!before) throw notFound('settings object');
      const { state } = before;
      const scopes = state.assignments.map(({ scope }) => scope);
      const values = valuesAfter(state.values, change, scopes);
      if (isSame(values, state.values)) return state;
      const at = clock.now();
      const after = { ...state, values, updatedAt: at };
      await changes.save({ at, settings: [{ before, after }], jobs: meetingsFollow(state.workspaceId, scopes) });
      return after;
    });
