import { unsummedDays } from '#shared/accounts/usage/rules/delivered-webhooks';
import { bytesKept } from '#shared/accounts/usage/rules/stored-files';
import { daysIn, type UsageCount, type UsageGrouping, type UsageSpan } from '#shared/accounts/usage/rules/usage-report';
import { usageOfMembers, usageOfWorkspace } from '#shared/accounts/usage/store';
import { byteChanges } from '#shared/accounts/usage/stored-files-store';
import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import { sharedUses } from '#shared/foundation/core/uses';
import { countDelivered, deliveredMonths } from '#shared/webhooks/stats/delivered-store';
import { lastFormerEndpoints } from '#shared/webhooks/stats/former-endpoints-store';

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly span: UsageSpan;
  readonly by: UsageGrouping;
  readonly now: Instant;
}

/** What `loadUsage` reads that needs no workspace: it can be started with the read of the key. */
export const usageRows = (table: Table, { workspaceId, span, by }: Asked) =>
  Promise.all([
    by === 'member' ? usageOfMembers(table, workspaceId, span) : usageOfWorkspace(table, workspaceId, span),
    byteChanges(table, workspaceId),
    deliveredMonths(table, workspaceId, span),
    lastFormerEndpoints(table, workspaceId),
  ]);

/**
 * Everything that a workspace used in a span: facts, bytes that were kept, and webhooks. `rows` where they were read before.
 * A read of statistics, which are many queries, is counted for the workspace and its founder first. Throws the 429 of its limit.
 */
export async function loadUsage(
  { table, limitCounter, useOf }: Pick<CommandContext, 'table' | 'limitCounter' | 'useOf'>,
  workspace: Pick<Workspace, 'endpoints' | 'founderId' | 'ownerId'>,
  asked: Asked,
  rows?: Awaited<ReturnType<typeof usageRows>>,
): Promise<readonly UsageCount[]> {
  const { workspaceId, span, by, now } = asked;
  const [counts, changes, months, former] = rows ?? (await usageRows(table, asked));
  const days = daysIn(span).filter((day) => day <= utcDateOf(now));
  const kept = bytesKept(changes, days);
  const unsummed = unsummedDays(months, span, now);
  if (unsummed.length > 0) {
    const founded = { workspaceId, founderId: founderOf(workspace) };
    await requireUses({ limitCounter }, sharedUses(useOf, 'usage_reads', founded, now));
  }
  const groups = [workspaceId, ...workspace.endpoints.map(({ id }) => id)];
  const live = await countDelivered(table, { groups, former, months }, unsummed);
  const delivered = [...months.flatMap((month) => month.days), ...live];
  return [
    ...counts,
    ...delivered.map(({ day, count }) => ofWorkspace('webhooks_delivered', day, count)),
    // What is kept is a level: without days, that of the last one is shown.
    ...(by === 'day' ? kept : kept.slice(-1)).map(({ day, bytes }) => ofWorkspace('stored_gigabytes', day, bytes)),
  ];
}

const ofWorkspace = (kind: UsageCount['kind'], day: string, amount: number): UsageCount => ({
  ...{ day, kind, amount },
  memberId: null,
});
