import { command } from '#shared/commands/command';
import type { SettingsId, WorkspaceId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { assignToScope, loadScope } from '#shared/settings/commands/assign-to-scope';
import { addAssignment } from '#shared/settings/rules/assign';
import type { SentScope } from '#shared/settings/rules/read-scope';
import type { SettingsAssignment } from '#shared/settings/rules/settings';
import { assignments, settings } from '#shared/settings/store';

interface NewAssignment {
  readonly workspaceId: WorkspaceId;
  readonly settingsId: SettingsId;
  readonly scope: SentScope;
}

/** Assigns settings to a scope. Of two assignments of one scope at the same time, one is created and the other refused. */
export const assignSettings = command(
  async (context, { workspaceId, settingsId, scope: sent }: NewAssignment): Promise<SettingsAssignment> => {
    const [before, scope] = await Promise.all([
      settings.find(context.table, settingsId),
      loadScope(context.table, workspaceId, sent),
    ]);
    if (!before) throw notFound('settings object');
    const at = context.clock.now();
    const added = addAssignment(before.state, context.ids.make('asg'), scope.scope, at);
    const { writes, ...consequences } = await assignToScope(context, added, scope, at);
    const rows = [settings.put(before, added.settings), assignments.put(undefined, added.assignment)];
    await context.changes.save({ at, writes: [...rows, ...writes], ...consequences, result: added.assignment });
    return added.assignment;
  },
);
