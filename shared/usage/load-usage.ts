import type { WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { type Instant, utcDateOf } from '#shared/core/time';
import { countDelivered, deliveredMonths, deliveryGroups } from '#shared/usage/delivered-store';
import { unsummedDays } from '#shared/usage/rules/delivered-webhooks';
import { bytesKept } from '#shared/usage/rules/stored-files';
import { daysIn, type UsageCount, type UsageGrouping, type UsageSpan } from '#shared/usage/rules/usage-report';
import { usageOfMembers, usageOfWorkspace } from '#shared/usage/store';
import { byteChanges } from '#shared/usage/stored-files-store';
import type { Workspace } from '#shared/workspaces/rules/workspace';

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
    deliveryGroups(table, workspaceId, []),
  ]);

/** Everything that a workspace used in a span: facts, bytes that were kept, and webhooks. `rows` where they were read before. */
export async function loadUsage(
  table: Table,
  { endpoints }: Pick<Workspace, 'endpoints'>,
  asked: Asked,
  rows: ReturnType<typeof usageRows> = usageRows(table, asked),
): Promise<readonly UsageCount[]> {
  const { span, by, now } = asked;
  const [counts, changes, months, groups] = await rows;
  const days = daysIn(span).filter((day) => day <= utcDateOf(now));
  const kept = bytesKept(changes, days);
  const unsummed = unsummedDays(months, span, now);
  const live = await countDelivered(table, [...groups, ...endpoints.map(({ id }) => id)], unsummed);
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
