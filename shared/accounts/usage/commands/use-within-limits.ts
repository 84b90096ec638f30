import { countUsage } from '#shared/accounts/usage/commands/count-usage';
import type { UsageFact } from '#shared/accounts/usage/rules/usage';
import { isUsedUp, type PaidKind } from '#shared/accounts/usage/rules/usage-limits';
import { isCounted } from '#shared/accounts/usage/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { utcDateOf } from '#shared/foundation/core/time';

/** Work that an engine is paid for, about to be asked for. */
interface PaidWork extends Omit<UsageFact, 'kind' | 'day'> {
  readonly workspaceId: WorkspaceId;
  readonly kind: PaidKind;
}

/**
 * Counts paid work before its engine is asked, so that a limit is exact but for the work that reaches it. The same work is
 * counted once, however often its step is repeated, and goes on once it was counted. Where the limit was used up before,
 * nothing is counted, and the engine must not be asked.
 */
export const useWithinLimits =
  (context: CommandContext) =>
  async ({ workspaceId, ...work }: PaidWork): Promise<'counted' | 'beyond_limit'> => {
    const now = context.clock.now();
    const fact = { ...work, day: utcDateOf(now) };
    const [isRepeated, workspace] = await Promise.all([
      isCounted(context.table, fact),
      workspaces.find(context.table, workspaceId),
    ]);
    if (isRepeated || work.amount === 0) return 'counted';
    if (workspace && isUsedUp(workspace.state, work.kind, now)) return 'beyond_limit';
    await countUsage(context)({ workspaceId, facts: [fact], files: [] });
    return 'counted';
  };
