import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { AssignmentId, SettingsId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { notFound } from '#shared/foundation/core/refusal';
import { kitLinkWrites } from '#shared/meetings/brand-kits/commands/kit-link-writes';
import { assignToScope, loadScope } from '#shared/meetings/settings/commands/assign-to-scope';
import { addAssignment } from '#shared/meetings/settings/rules/assign';
import { type ValuesChange, valuesAfter } from '#shared/meetings/settings/rules/change-values';
import { propagateToScopes } from '#shared/meetings/settings/rules/propagation';
import type { SentScope } from '#shared/meetings/settings/rules/scope';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { assignments, removeAssignment, settings } from '#shared/meetings/settings/store';

interface NewSettings {
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
    const limits = [context.useOf('settings', workspaceId, at)];
    const created: Settings = {
      id: ids.make('set'),
      workspaceId,
      values: valuesAfter({}, values, scope ? [scope.scope] : []),
      assignments: [],
      createdAt: at,
      updatedAt: at,
    };
    if (!scope) {
      const kits = await kitLinkWrites(context, workspaceId, [{ before: undefined, after: created }], at);
      await changes.save({
        at,
        writes: [settings.put(undefined, created), ...kits.writes],
        jobs: kits.jobs,
        limits,
        result: created,
      });
      return created;
    }
    const added = addAssignment(created, ids.make('asg'), scope.scope, at);
    const [{ writes, jobs = [], ...consequences }, kits] = await Promise.all([
      assignToScope(context, added, scope, at),
      kitLinkWrites(context, workspaceId, [{ before: undefined, after: added.settings }], at),
    ]);
    const rows = [settings.put(undefined, added.settings), assignments.put(undefined, added.assignment)];
    await changes.save({
      at,
      writes: [...rows, ...kits.writes, ...writes],
      jobs: [...jobs, ...kits.jobs],
      ...consequences,
      limits,
      result: added.settings,
    });
    return added.settings;
  },
);

/** Writes the values that were sent and no other. The meetings of every assignment follow in the background. */
export const updateSettings = command(async (context, id: SettingsId, change: ValuesChange): Promise<Settings> => {
  const { table, changes, clock } = context;
  const before = await settings.find(table, id);
  if (!before) throw notFound(settings.noun);
  const scopes = before.state.assignments.map(({ scope }) => scope);
  const values = valuesAfter(before.state.values, change, scopes);
  if (isSame(before.state.values, values)) return before.state;
  const at = clock.now();
  const after = { ...before.state, values, updatedAt: at };
  const { workspaceId } = after;
  const kits = await kitLinkWrites(context, workspaceId, [{ before: before.state, after }], at);
  const jobs = [...propagateToScopes(workspaceId, scopes), ...kits.jobs];
  await changes.save({ at, writes: [settings.put(before, after), ...kits.writes], jobs, result: after });
  return after;
});

/** A DynamoDB transaction holds 100 writes: these, the settings, their brand kit with its two rows of them, the job and its two limits, and the audit event. */
const ASSIGNMENTS_AT_ONCE = 92;

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

const deleteWithAssignments = command(async (context, id: SettingsId) => {
  const { table, changes, clock } = context;
  const before = await settings.find(table, id);
  if (!before) throw notFound('settings object');
  const { workspaceId, assignments } = before.state;
  const ids = assignments.map((assignment) => assignment.id);
  const rest = ids.slice(ASSIGNMENTS_AT_ONCE);
  const scopes = assignments.map(({ scope }) => scope);
  const at = clock.now();
  const kits = await kitLinkWrites(context, workspaceId, [{ before: before.state, after: undefined }], at);
  await changes.save({
    at,
    writes: [settings.remove(before), ids.slice(0, ASSIGNMENTS_AT_ONCE).map(removeAssignment), ...kits.writes],
    jobs: [...propagateToScopes(workspaceId, scopes, rest), ...kits.jobs],
    result: before.state,
  });
  return { deleted: before.state, rest };
});

/** The job would remove them too; until then they would still be listed. */
const removeRest = command(({ changes, clock }, ids: readonly AssignmentId[]) =>
  changes.save({ at: clock.now(), writes: [ids.map(removeAssignment)] }),
);
