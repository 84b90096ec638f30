import { forbidden } from '#shared/core/refusal';
import type { Table } from '#shared/core/table';
import { type Instant, utcDateOf } from '#shared/core/time';
import { monthOf } from '#shared/usage/rules/usage';
import { isBeyondLimits, limitSentence, limitsOfBots, limitUses } from '#shared/usage/rules/usage-limits';
import { amountsOf, usageMonth } from '#shared/usage/store';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/**
 * Refuses a bot for a moment in whose month a limit of the workspace is used up: 403. Whether it is, the workspace says;
 * the counter is read for the message of a refusal alone.
 */
export async function refuseBeyondLimits(
  { table }: { readonly table: Table },
  workspace: Workspace,
  at: Instant,
): Promise<void> {
  if (!isBeyondLimits(workspace, at)) return;
  const month = monthOf(utcDateOf(at));
  const amounts = amountsOf((await usageMonth(table, workspace.id, month)).counts);
  const said = limitsOfBots(limitUses(workspace, month, amounts)).map(limitSentence);
  // The limit may have been raised since the workspace was read.
  throw forbidden('plan_upgrade_required', said.join(' ') || 'A usage limit of the workspace is reached.');
}
