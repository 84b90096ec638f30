import { command } from '#shared/foundation/commands/command';
import type { DeliveryId } from '#shared/foundation/core/ids';
import { conflict, Refusal } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { bulkRedeliveryLease } from '#shared/webhooks/delivery/bulk-redelivery-store';
import { type DeliverySpan, MOST_REDELIVERED } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { isOpen } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

type Page = Awaited<ReturnType<ReturnType<typeof deliveryStore>['keys']>>;

type EndedSpan = DeliverySpan & { readonly until: Instant };

/** What one bulk request covers. */
export interface Taken {
  readonly count: number;
  /** The end of what is covered: the request's, or the time of the last event if more follow. */
  readonly until: Instant;
  readonly hasMore: boolean;
}

/** Queries of one request: deliveries of other endpoints lie in between. */
const MOST_QUERIES = 10;

/** The first page of what is sent again, and whether an earlier request of the workspace is at work. */
export async function loadRedelivery(table: Table, span: EndedSpan, now: Instant) {
  const [first, isLeased] = await Promise.all([
    deliveryStore(table).keys(span, undefined),
    bulkRedeliveryLease(table, span.workspaceId).isLeased(now),
  ]);
  return { first, isLeased };
}

/**
 * Counts the deliveries to send again and leaves a job that requests each of them. 409 for a disabled endpoint, 429 while
 * the job of an earlier request in the workspace is at work: its events would wait for slots of all workspaces of their
 * founder, in front of those of the others.
 */
export const redeliverMany = command(async ({ table, changes, clock, ids, useOf }, span: EndedSpan): Promise<Taken> => {
  const { workspaceId, endpointId, status, since } = span;
  const at = clock.now();
  const [endpoint, { first, isLeased }] = await Promise.all([
    webhookEndpoints.find(table, endpointId),
    loadRedelivery(table, span, at),
  ]);
  if (!isOpen(endpoint?.state, workspaceId))
    throw conflict('The webhook endpoint is disabled: nothing is sent to it. Enable it first.');
  if (isLeased) throw oneAtATime();
  const { last, ...taken } = await take(table, span, first);
  const bulkId = ids.make('out');
  const content = last && { bulkId, workspaceId, endpointId, status, since, upTo: last };
  await changes.save({
    at,
    writes: content ? [[bulkRedeliveryLease(table, workspaceId).acquire(bulkId, at)]] : [],
    jobs: content ? [{ type: 'job.bulk_redelivery', content }] : [],
    limits: [useOf('bulk_redeliveries', workspaceId, at)],
    result: taken,
  });
  return taken;
});

const RETRY_IN_SECONDS = 60;

function oneAtATime(): Refusal {
  const message = `A workspace has one bulk redelivery at a time: try again in ${RETRY_IN_SECONDS} seconds.`;
  return new Refusal('rate_limited', [{ code: 'rate_limited', message }], { retryInSeconds: RETRY_IN_SECONDS });
}

async function take(
  table: Table,
  span: EndedSpan,
  first: Page,
): Promise<Taken & { readonly last: DeliveryId | undefined }> {
  const { keys } = deliveryStore(table);
  let { listed, next } = first;
  for (let queries = 1; next && queries < MOST_QUERIES && listed.length <= MOST_REDELIVERED; queries += 1) {
    const page = await keys(span, next.id);
    listed = [...listed, ...page.listed];
    next = page.next;
  }
  const taken = listed.slice(0, MOST_REDELIVERED);
  const stoppedAt = listed.length > taken.length ? taken.at(-1) : next;
  const end = { count: taken.length, last: taken.at(-1)?.id };
  return { ...end, until: stoppedAt?.createdAt ?? span.until, hasMore: stoppedAt !== undefined };
}
