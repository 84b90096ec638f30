import * as v from 'valibot';
import { idOf, type WebhookEndpointId, type WorkspaceId } from '#shared/core/ids';
import type { Item, Table, Write } from '#shared/core/table';
import { DAY_MS, type Instant, later, ttlAt, utcDateOf } from '#shared/core/time';
import {
  DELIVERED,
  deliveredDueKey,
  deliveredKey,
  duePartition,
  FORMER_ENDPOINTS,
  formerEndpointKey,
} from '#shared/dynamodb/keys';
import { instant } from '#shared/dynamodb/row-parts';
import { allRows, partition } from '#shared/dynamodb/rows';
import {
  type DeliveredDay,
  type DeliveredMonth,
  momentsOf,
  SUM_PERIOD_MS,
} from '#shared/usage/rules/delivered-webhooks';
import { monthOf } from '#shared/usage/rules/usage';
import type { UsageSpan } from '#shared/usage/rules/usage-report';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';
import { findCounts } from '#shared/webhooks/stats/stats-store';

/** As long as the statistics of an endpoint, and a day. */
const FORMER_KEPT_MS = 32 * DAY_MS;

const Through = v.object({ through: v.string() });
const Count = v.number();

/** The webhooks of the months of a span, as far as they are summed up. */
export async function deliveredMonths(
  table: Table,
  workspace: WorkspaceId,
  { from, to }: UsageSpan,
): Promise<readonly DeliveredMonth[]> {
  const rows = await allRows(table, {
    text: 'pk = :pk AND sk BETWEEN :from AND :to',
    values: { ':pk': workspace, ':from': `${DELIVERED}${monthOf(from)}`, ':to': `${DELIVERED}${monthOf(to)}` },
  });
  return rows.map(monthIn);
}

function monthIn(item: Item): DeliveredMonth {
  const month = item.sk.slice(DELIVERED.length);
  const days = Object.entries(item).flatMap(([name, value]) => {
    const [, day] = /^d(\d\d)$/.exec(name) ?? [];
    return day ? [{ day: `${month}-${day}`, count: v.parse(Count, value) }] : [];
  });
  return { month, through: v.parse(Through, item).through, days };
}

/**
 * Keeps the sums of days that are over. Another worker writes the same sums of the same days; one that comes late, and knows
 * fewer days, changes nothing.
 */
export const putDeliveredMonth = (workspace: WorkspaceId, { month, through, days }: DeliveredMonth): Write => ({
  update: deliveredKey(workspace, month),
  set: {
    text: `SET #type = :type, through = :through${days.map((_, nth) => `, #n${nth} = :n${nth}`).join('')}`,
    names: { '#type': 'type', ...Object.fromEntries(days.map(({ day }, nth) => [`#n${nth}`, `d${day.slice(8)}`])) },
    values: {
      ...{ ':type': 'delivered_webhooks', ':through': through },
      ...Object.fromEntries(days.map(({ count }, nth) => [`:n${nth}`, count])),
    },
  },
  when: { text: 'attribute_not_exists(through) OR through < :through' },
});

/** Who gets the webhooks of a workspace, and got them while there are statistics: its endpoints, and its orders. */
export async function deliveryGroups(
  table: Table,
  workspace: WorkspaceId,
  endpoints: readonly WebhookEndpointId[],
): Promise<readonly AttemptGroup[]> {
  return [workspace, ...endpoints, ...(await formerEndpoints(table, workspace))];
}

/** Endpoints that were deleted, as long as their statistics are kept. */
export async function formerEndpoints(table: Table, workspace: WorkspaceId): Promise<readonly WebhookEndpointId[]> {
  const rows = await partition(table, workspace, FORMER_ENDPOINTS);
  return rows.flatMap(({ sk }) => idOf('whe', sk.slice(FORMER_ENDPOINTS.length)) ?? []);
}

/** For the transaction that deletes an endpoint. */
export const putFormerEndpoint = (workspace: WorkspaceId, endpoint: WebhookEndpointId, at: Instant): Write => ({
  put: {
    ...formerEndpointKey(workspace, endpoint),
    type: 'former_endpoint',
    ttl: ttlAt(later(at, FORMER_KEPT_MS)),
  },
});

/** The webhooks that were delivered on these days, by the statistics of their attempts; days without any are left out. */
export async function countDelivered(
  table: Table,
  groups: readonly AttemptGroup[],
  days: readonly string[],
): Promise<readonly DeliveredDay[]> {
  const moments = momentsOf(days);
  if (!moments) return [];
  const counts = (await Promise.all(groups.map((group) => findCounts(table, group, moments)))).flat();
  return [...Map.groupBy(counts, ({ hour }) => utcDateOf(hour))]
    .map(([day, some]) => ({ day, count: some.reduce((sum, { delivered }) => sum + delivered, 0) }))
    .filter(({ day, count }) => count > 0 && days.includes(day));
}

const DueRow = v.object({ due_at: instant });

/** When the webhooks of a workspace are summed up next; undefined where that never began. */
export async function deliveredDueAt(table: Table, workspace: WorkspaceId): Promise<Instant | undefined> {
  const row = await table.get(deliveredDueKey(workspace));
  return row && v.parse(DueRow, row).due_at;
}

/** The webhooks of a workspace are summed up from now on; the time of the next sum stays where there is one. */
export const scheduleDeliveredSums = (workspace: WorkspaceId, now: Instant): Write => ({
  update: deliveredDueKey(workspace),
  set: {
    text: 'SET #type = :type, due_pk = :shard, due_at = if_not_exists(due_at, :at)',
    names: { '#type': 'type' },
    values: { ...dueRowOf(workspace), ':at': later(now, SUM_PERIOD_MS) },
  },
});

/** Moves the next sum; of two workers at once, one does. */
export const rescheduleDeliveredSums = (workspace: WorkspaceId, from: Instant, to: Instant): Write => ({
  update: deliveredDueKey(workspace),
  set: {
    text: 'SET #type = :type, due_pk = :shard, due_at = :to REMOVE moves, since',
    names: { '#type': 'type' },
    values: { ...dueRowOf(workspace), ':to': to },
  },
  when: { text: 'due_at = :from', values: { ':from': from } },
});

/** Ends the sums of a workspace that is gone. */
export const unscheduleDeliveredSums = (workspace: WorkspaceId): Write => ({ remove: deliveredDueKey(workspace) });

const dueRowOf = (workspace: WorkspaceId) => ({ ':type': 'usage_due', ':shard': duePartition(workspace) });
