import * as v from 'valibot';
import {
  daysWithStatistics,
  deliveredOn,
  type FormerEndpoint,
  momentsOf,
  unsummedDays,
} from '#shared/accounts/usage/rules/delivered-webhooks';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, SECOND_MS, ttlAt, utcDateOf } from '#shared/foundation/core/time';
import { FORMER_ENDPOINTS, formerEndpointKey } from '#shared/foundation/dynamodb/keys';
import { partition } from '#shared/foundation/dynamodb/rows';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { addFormer, deliveredMonths } from '#shared/webhooks/stats/delivered-store';
import { findCounts } from '#shared/webhooks/stats/stats-store';

/** As long as the statistics of an endpoint, and a day. */
const FORMER_KEPT_MS = 32 * DAY_MS;

/**
 * Endpoints that were deleted whose statistics a reader looks at: of those that were counted when they were deleted, the
 * last 20, and 100 of older rows. Attempts that ended after a deletion are counted with the next sum in any case.
 */
const MOST_ROWS_READ = 100;
const MOST_COUNTED_READ = 20;

/** What an endpoint got until it is deleted, on days that are not summed up, for the transaction that deletes it. */
export async function putFormerEndpoint(
  table: Table,
  endpoint: Pick<WebhookEndpoint, 'id' | 'workspaceId' | 'status'>,
  at: Instant,
): Promise<readonly Write[]> {
  const { months, counts } = await deliveredTo(table, endpoint, at);
  // Nothing to count, and no attempt on its way that might still deliver.
  if (counts.length === 0 && endpoint.status === 'disabled') return [];
  const { workspaceId } = endpoint;
  const unsummed = unsummedDays(months, daysWithStatistics(at), at);
  const days = deliveredOn(unsummed, counts);
  const deletedOn = utcDateOf(at);
  return [
    ...[...Map.groupBy(days, ({ day }) => monthOf(day))].map(([month, ofMonth]) =>
      addFormer(workspaceId, { month, through: months.find((one) => one.month === month)?.through ?? month }, ofMonth),
    ),
    {
      put: {
        ...formerEndpointKey(workspaceId, deletedOn, endpoint.id),
        type: 'former_endpoint',
        counted: Object.fromEntries(days.map(({ day, count }) => [day, count])),
        ttl: ttlAt(later(at, FORMER_KEPT_MS)),
      },
    },
  ];
}

/** What `putFormerEndpoint` reads: it can be started before the deletion. */
export async function deliveredTo(
  table: Table,
  { id, workspaceId }: Pick<WebhookEndpoint, 'id' | 'workspaceId'>,
  now: Instant,
) {
  const span = daysWithStatistics(now);
  const moments = momentsOf([span.from, span.to]);
  const [months, counts] = await Promise.all([
    deliveredMonths(table, workspaceId, span),
    moments ? findCounts(table, id, moments) : [],
  ]);
  return { months, counts };
}

/** Endpoints that were deleted, as long as their statistics are kept. */
export const formerEndpoints = async (table: Table, workspace: WorkspaceId): Promise<readonly FormerEndpoint[]> =>
  (await partition(table, workspace, FORMER_ENDPOINTS)).flatMap(formerIn);

/** Those that a request looks at, those that were deleted last first: their number is bounded whatever was deleted. */
export async function lastFormerEndpoints(table: Table, workspace: WorkspaceId): Promise<readonly FormerEndpoint[]> {
  const { items } = await table.query({
    where: {
      text: 'pk = :pk AND begins_with(sk, :prefix)',
      values: { ':pk': workspace, ':prefix': FORMER_ENDPOINTS },
    },
    newestFirst: true,
    limit: MOST_ROWS_READ,
  });
  const found = items.flatMap(formerIn);
  const isCounted = ({ counted }: FormerEndpoint) => counted !== undefined;
  return [...found.filter((one) => !isCounted(one)), ...found.filter(isCounted).slice(0, MOST_COUNTED_READ)];
}

const FormerRow = v.object({ ttl: v.number(), counted: v.optional(v.record(v.string(), v.number())) });

function formerIn(item: Item): readonly FormerEndpoint[] {
  const id = idOf('whe', item.sk.split('#').at(-1));
  if (!id) return [];
  const { ttl, counted } = v.parse(FormerRow, item);
  return [{ id, counted, deletedOn: utcDateOf((ttl * SECOND_MS - FORMER_KEPT_MS) as Instant) }];
}
