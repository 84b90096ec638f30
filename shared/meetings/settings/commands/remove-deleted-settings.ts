import type { AssignedSettings } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { Identified, IdOf } from '#shared/foundation/core/ids';
import type { Entity } from '#shared/foundation/core/store';
import { loadAssigned } from '#shared/meetings/settings/commands/load-layers';

type Assignee = Identified & { readonly choices: readonly AssignedSettings[] };

/** Removes from a workspace or a member its assignments of settings that were deleted. Readers skip them until then. */
export const removeDeletedSettings = <State extends Assignee>(entity: Entity<State>) =>
  command(async (context, id: IdOf<State>): Promise<void> => {
    const before = await entity.find(context.table, id);
    if (!before) return;
    const found = await loadAssigned(context.table, before.state.choices);
    const choices = before.state.choices.filter(({ settingsId }) => found.some((one) => one.id === settingsId));
    if (choices.length === before.state.choices.length) return;
    const writes = [entity.put(before, { ...before.state, choices })];
    await context.changes.save({ at: context.clock.now(), writes });
  });
