import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { AssignmentId, SettingsId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';
import { removeAssignment, settings } from '#shared/settings/store';

/** A DynamoDB transaction holds 100 writes: these, the settings, the row of their brand kit, and the job. */
const ASSIGNMENTS_AT_ONCE = 97;

/**
 * Deletes settings with their assignments, and returns them as they were. Workspaces, members and meetings still name
 * them, which readers skip: the job removes those references and updates the meetings.
 */
export const deleteSettings =
  (context: CommandContext) =>
  async (id: SettingsId): Promise<Settings> => {
    const { deleted, rest } = await deleteWithAssignments(context)(id);
    if (rest.length > 0) await removeRest(context)(rest);
    return deleted;
  };

const deleteWithAssignments = command(async ({ table, changes, clock }, id: SettingsId) => {
  const before = await settings.find(table, id);
  if (!before) throw notFound('settings object');
  const { workspaceId, assignments } = before.state;
  const ids = assignments.map((assignment) => assignment.id);
  const rest = ids.slice(ASSIGNMENTS_AT_ONCE);
  const scopes = assignments.map(({ scope }) => scope);
  await changes.save({
    at: clock.now(),
    writes: [settings.remove(before), ids.slice(0, ASSIGNMENTS_AT_ONCE).map(removeAssignment)],
    jobs: propagateToScopes(workspaceId, scopes, rest),
    result: before.state,
  });
  return { deleted: before.state, rest };
});

/** The job would remove them too; until then they would still be listed. */
const removeRest = command(({ changes, clock }, ids: readonly AssignmentId[]) =>
  changes.save({ at: clock.now(), writes: [ids.map(removeAssignment)] }),
);
