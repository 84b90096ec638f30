import { command, updating } from '#shared/commands/command';
import type { WorkspaceId } from '#shared/core/ids';
import { assignToScope, loadScope } from '#shared/settings/commands/assign-to-scope';
import { addAssignment } from '#shared/settings/rules/assign';
import { type ValuesChange, valuesAfter } from '#shared/settings/rules/change-values';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { SentScope } from '#shared/settings/rules/read-scope';
import type { Settings } from '#shared/settings/rules/settings';
import { assignments, settings } from '#shared/settings/store';

export interface NewSettings {
  readonly workspaceId: WorkspaceId;
  readonly values: ValuesChange;
  readonly scope: SentScope | undefined;
}

/** Creates settings, with their first assignment where a scope was sent: both or neither. */
export const createSettings = command(
  async (context, { workspaceId, values, scope: sent }: NewSettings): Promise<Settings> => {
    const { ids, changes, clock } = context;
    const scope = sent && (await loadScope(context.table, workspaceId, sent));
    const at = clock.now();
    const created: Settings = {
      id: ids.make('set'),
      workspaceId,
      values: valuesAfter({}, values, scope ? [scope.scope] : []),
      assignments: [],
      createdAt: at,
      updatedAt: at,
    };
    if (!scope) {
      await changes.save({ at, writes: [settings.put(undefined, created)], result: created });
      return created;
    }
    const added = addAssignment(created, ids.make('asg'), scope.scope, at);
    const { writes, ...consequences } = await assignToScope(context, added, scope, at);
    const rows = [settings.put(undefined, added.settings), assignments.put(undefined, added.assignment)];
    await changes.save({ at, writes: [...rows, ...writes], ...consequences, result: added.settings });
    return added.settings;
  },
);

/** Writes the values that were sent and no other. The meetings of every assignment follow in the background. */
export const updateSettings = updating(settings, (state, _now, change: ValuesChange) => {
  const scopes = state.assignments.map(({ scope }) => scope);
  const values = valuesAfter(state.values, change, scopes);
  return { state: { ...state, values }, jobs: propagateToScopes(state.workspaceId, scopes) };
});
