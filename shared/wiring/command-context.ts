import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Observer } from '#shared/foundation/commands/changes';
import type { CommandContext, Dependencies } from '#shared/foundation/commands/context';
import { sharedUses, type UseOf, useFactory } from '#shared/foundation/core/uses';
import { emailHashPrefix } from '#shared/foundation/dynamodb/keys';
import { limitCounter } from '#shared/foundation/dynamodb/limits';
import { changeStore, type UsesOfWideChanges } from '#shared/foundation/events/change-store';
import { typeIds } from '#shared/foundation/platform/type-ids';
import { usageJobs } from '#shared/lifecycle/usage/rules/facts-of';
import { indexingJobs } from '#shared/texts/search/rules/indexing-jobs';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';

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
      observers: OBSERVERS,
      usesOfWideChanges: limitsWideChanges ? wideChangeUses(useOf) : undefined,
    }),
    useOf,
    limitCounter: limitCounter(table, clock),
    markOf: emailHashPrefix,
  };
}

/** What every transaction writes beside what its command hands over: the jobs that count usage and that follow texts in search. */
const OBSERVERS: readonly Observer[] = [
  ({ events = [], at }) => ({ jobs: usageJobs(events, at) }),
  ({ events = [] }) => ({ jobs: indexingJobs(events) }),
];

/** The founder is read with the workspace, which most requests have read. */
const wideChangeUses =
  (useOf: UseOf): UsesOfWideChanges =>
  async (reads, { workspaceId, at, amount }) => {
    const workspace = await workspaces.find(reads, workspaceId);
    if (!workspace) return [useOf('wide_changes', workspaceId, at, amount)];
    return sharedUses(useOf, 'wide_changes', { workspaceId, founderId: founderOf(workspace.state) }, at, amount);
  };
