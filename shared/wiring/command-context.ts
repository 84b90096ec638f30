import type { CommandContext, Dependencies } from '#shared/commands/context';
import { sharedUses, type UseOf, useFactory } from '#shared/core/limits';
import { emailHashPrefix } from '#shared/dynamodb/keys';
import { limitCounter } from '#shared/dynamodb/limits';
import { changeStore, type UsesOfWideChanges } from '#shared/events/change-store';
import { typeIds } from '#shared/platform/type-ids';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { founderOf } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

interface Options {
  /** For requests of callers: the changes that start walks through many rows are limited. */
  readonly limitsWideChanges?: boolean;
}

/** Puts together what commands work with. */
export function commandContext(
  dependencies: Dependencies,
  { limitsWideChanges = false }: Options = {},
): CommandContext {
  const { table, clock, randomBytes, limits } = dependencies;
  const ids = typeIds({ now: () => clock.now(), randomBytes });
  const useOf = useFactory(limits);
  return {
    ...dependencies,
    ids,
    changes: changeStore(table, {
      ids,
      snapshot: storedSnapshotOf,
      usesOfWideChanges: limitsWideChanges ? wideChangeUses(useOf) : undefined,
    }),
    useOf,
    limitCounter: limitCounter(table, clock),
    markOf: emailHashPrefix,
  };
}

/** The founder is read with the workspace, which most requests have read. */
const wideChangeUses =
  (useOf: UseOf): UsesOfWideChanges =>
  async (reads, { workspaceId, at, amount }) => {
    const workspace = await workspaces.find(reads, workspaceId);
    if (!workspace) return [useOf('wide_changes', workspaceId, at, amount)];
    return sharedUses(useOf, 'wide_changes', { workspaceId, founderId: founderOf(workspace.state) }, at, amount);
  };
