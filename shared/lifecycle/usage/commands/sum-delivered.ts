import {
  deliveredDueAt,
  rescheduleDeliveredSums,
  unscheduleDeliveredSums,
} from '#shared/accounts/usage/delivered-due-store';
import {
  lastSettledDay,
  SUM_PERIOD_MS,
  summedMonths,
  unsummedDays,
} from '#shared/accounts/usage/rules/delivered-webhooks';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, later, utcDateOf } from '#shared/foundation/core/time';
import { countDelivered, deliveredMonths, putDeliveredMonth } from '#shared/webhooks/stats/delivered-store';
import { formerEndpoints } from '#shared/webhooks/stats/former-endpoints-store';

/**
 * Sums up the webhooks that a due workspace was delivered, by day, before the statistics expire which say so, and notes the
 * next time. The sum of a day that is over is always the same, so it may be written twice. An archived workspace has none.
 */
export const sumDelivered =
  ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>) =>
  async (workspaceId: WorkspaceId): Promise<void> => {
    const now = clock.now();
    const [dueAt, workspace] = await Promise.all([
      deliveredDueAt(table, workspaceId),
      workspaces.find(table, workspaceId),
    ]);
    if (dueAt === undefined || dueAt > now) return;
    if (!workspace || workspace.state.archivedAt !== null) {
      await table.write(unscheduleDeliveredSums(workspaceId));
      return;
    }
    const span = { from: utcDateOf(later(now, -32 * DAY_MS)), to: lastSettledDay(now) };
    const [months, former] = await Promise.all([
      deliveredMonths(table, workspaceId, span),
      formerEndpoints(table, workspaceId),
    ]);
    const groups = [workspaceId, ...workspace.state.endpoints.map(({ id }) => id)];
    const days = unsummedDays(months, span, now);
    const counted = await countDelivered(table, { groups, former, months }, days);
    for (const month of summedMonths(days, counted)) {
      const deletions = months.find((one) => one.month === month.month)?.deletions ?? 0;
      // The row stays due, and the next sweep begins anew.
      if (!(await table.write(putDeliveredMonth(workspaceId, month, deletions)))) return;
    }
    await table.write(rescheduleDeliveredSums(workspaceId, dueAt, later(now, SUM_PERIOD_MS)));
  };
