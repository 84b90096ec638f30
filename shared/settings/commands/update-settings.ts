import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { SettingsStore } from '#shared/events/ports/stores';
import { type ValuesChange, valuesAfter } from '#shared/settings/rules/change-values';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';

interface Needs {
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Writes the choices that were sent and no other. The meetings of every assignment follow in the background. */
export const updateSettings =
  ({ settings, changes, clock, backoff }: Needs) =>
  (read: Loaded<Settings>, change: ValuesChange): Promise<Settings> =>
    withRetry({ backoff }, async (round) => {
      const before = round === 0 ? read : await settings.find(read.state.id);
      if (!before) throw notFound('settings object');
      const { state } = before;
      const scopes = state.assignments.map(({ scope }) => scope);
      const values = valuesAfter(state.values, change, scopes);
      if (isSame(values, state.values)) return state;
      const at = clock.now();
      const after = { ...state, values, updatedAt: at };
      await changes.save({ at, settings: [{ before, after }], jobs: propagateToScopes(state.workspaceId, scopes) });
      return after;
    });
