import { limitChanges } from '#shared/accounts/usage/commands/limit-changes';
import { type LimitedKind, monthOf } from '#shared/accounts/usage/rules/usage';
import { type LimitUse, limitUses } from '#shared/accounts/usage/rules/usage-limits';
import { amountsOf, bumpMonthRevision, usageMonth } from '#shared/accounts/usage/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { utcDateOf } from '#shared/foundation/core/time';

/**
 * New limits by kind, in minutes or pieces a month, or in stored bytes; null removes one. Kinds that are not named stay as
 * they are.
 */
export type LimitChange = Readonly<Partial<Record<LimitedKind, number | null>>>;

/**
 * Sets limits of a workspace and answers those of months, with what was used of them in this one. Meetings follow where bots
 * are to be sent no longer, or again. 404 for an unknown workspace.
 */
export const setUsageLimits = command(
  async ({ table, clock, changes }, id: WorkspaceId, change: LimitChange): Promise<readonly LimitUse[]> => {
    const at = clock.now();
    const month = monthOf(utcDateOf(at));
    const [before, used] = await Promise.all([workspaces.find(table, id), usageMonth(table, id, month)]);
    if (!before) throw notFound('workspace');
    const amountOf = amountsOf(used.counts);
    const given = Object.entries({ ...before.state.usageLimits, ...change }).filter(([, limit]) => limit !== null);
    const after = { ...before.state, usageLimits: Object.fromEntries(given), updatedAt: at };
    if (Object.keys(change).length > 0) {
      const { writes = [], ...limits } = limitChanges(before, after, [{ month, amountOf }]);
      // What is counted meanwhile is counted again, with these limits.
      const result = limitUses(after, month, amountOf);
      const audited = { before: before.state.usageLimits ?? {}, after: after.usageLimits };
      await changes.save({ at, writes: [...writes, [bumpMonthRevision(id, month, used)]], result, audited, ...limits });
    }
    return limitUses(after, month, amountOf);
  },
);
