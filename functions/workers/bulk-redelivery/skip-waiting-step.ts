import * as v from 'valibot';
import type { Clock, Sleep } from '#shared/foundation/core/clock';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Table } from '#shared/foundation/core/table';
import { LONGEST_DELAY_MS, later, SECOND_MS } from '#shared/foundation/core/time';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep, Progress } from '#shared/foundation/events/job-worker';
import { type Delivery, isWaiting, skip } from '#shared/webhooks/delivery/rules/delivery';
import { isLeased } from '#shared/webhooks/delivery/rules/lease';
import { deliveries, deliveryStore } from '#shared/webhooks/delivery/store';
import type { ClosedEndpoint } from '#shared/webhooks/endpoints/rules/close-endpoint';
import { isOpen } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

interface Context {
  readonly table: Table;
  readonly clock: Clock;
  readonly sleep: Sleep;
}

const Content: v.GenericSchema<unknown, ClosedEndpoint> = v.object({
  workspaceId: id('wks'),
  endpointId: id('whe'),
  closedAt: instant,
});

const STATUSES = ['retrying', 'pending'] as const;

/** The position of the job: its walk, the status whose deliveries it reads, and the page of those. */
const Cursor = v.object({
  walk: v.picklist([1, 2]),
  status: v.picklist(STATUSES),
  after: v.exactOptional(v.string()),
});
type Cursor = v.InferOutput<typeof Cursor>;

/** Deliveries that one step reads. */
const PAGE_SIZE = 100;
const AT_ONCE = 25;
/** Longer than an attempt takes with its record (eleven seconds), and than an index lags behind its rows. */
const SETTLED_MS = 15 * SECOND_MS;

/**
 * Skips the next page of deliveries that wait for a disabled or deleted endpoint, so that they need not wait for their
 * next attempt. The second walk finds those of which an attempt was under way. Deliveries that have ended stay as they
 * are, so that a repeated step changes nothing. The job ends where the endpoint was enabled again.
 */
export const skipWaitingStep =
  (context: Context): JobStep =>
  async ({ content, cursor }) => {
    const closed = v.parse(Content, content);
    const position: Cursor = cursor ? v.parse(Cursor, cursor) : { walk: 1, status: 'retrying' };
    const page = await pageOf(context.table, closed, position);
    if ((await skipAll(context, closed, page.items)) === 'enabled again') return 'done';
    return page.next === undefined ? endOfList(context, position) : { cursor: { ...position, after: page.next } };
  };

/**
 * The list of pending deliveries is the list of all events. A message is in a queue for no longer than the longest delay,
 * and a delivery that is pending for longer is skipped when its message comes; those that wait for a slot of the endpoint are
 * listed with the retrying ones.
 */
function pageOf(table: Table, { workspaceId, endpointId, closedAt }: ClosedEndpoint, { status, after }: Cursor) {
  const request = { limit: PAGE_SIZE, after };
  const filter = { workspaceId, endpointId };
  if (status === 'retrying') return deliveryStore(table).waiting(filter, request);
  return deliveryStore(table).page({ ...filter, status, createdAfter: later(closedAt, -LONGEST_DELAY_MS) }, request);
}

/**
 * The endpoint is read after the deliveries: each of them waited while the endpoint was closed, and is saved only if no
 * attempt has changed it since. So a delivery is never skipped that was created after the endpoint was enabled again.
 */
async function skipAll(
  { table, clock }: Context,
  { endpointId, workspaceId }: ClosedEndpoint,
  listed: readonly Delivery[],
): Promise<'skipped' | 'enabled again'> {
  const found = await mapConcurrently(listed, AT_ONCE, (one) => deliveries.find(table, one.id));
  const endpoint = await webhookEndpoints.find(table, endpointId);
  if (isOpen(endpoint?.state, workspaceId)) return 'enabled again';
  const now = clock.now();
  // An attempt that is under way is recorded first: a 2xx makes the delivery delivered.
  const waiting = found.flatMap((one) => (one && isWaiting(one.state) && !isLeased(one.state, now) ? [one] : []));
  await mapConcurrently(waiting, AT_ONCE, (before) =>
    deliveryStore(table).save(before, skip(before.state), clock.now()),
  );
  return 'skipped';
}

async function endOfList({ sleep }: Context, { walk, status }: Cursor): Promise<Progress> {
  if (status === 'retrying') return { cursor: { walk, status: 'pending' } };
  if (walk === 2) return 'done';
  await sleep(SETTLED_MS);
  return { cursor: { walk: 2, status: 'retrying' } };
}
