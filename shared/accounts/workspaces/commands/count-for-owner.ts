import { activeUses } from '#shared/accounts/workspaces/commands/save-workspace';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { updating } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';

/**
 * Counts a workspace towards the limits of its present owner from now on, and not of who made it: they may have handed it
 * over and use these limits up elsewhere. For the operator, since owners could give each other new limits. 404 for an
 * unknown workspace.
 */
export const countForOwner = (context: CommandContext) =>
  updating(workspaces, (before, now) => {
    const after = { ...before, founderId: before.ownerId };
    if (founderOf(before) === before.ownerId) return { state: before };
    return {
      state: after,
      limits: before.archivedAt ? [] : [...activeUses(context, before, now, -1), ...activeUses(context, after, now, 1)],
      audited: { before: { founder_id: founderOf(before) }, after: { founder_id: before.ownerId } },
    };
  })(context);
