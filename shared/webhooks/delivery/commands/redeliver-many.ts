import { command } from '#shared/commands/command';
import type { DeliveryId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { type DeliverySpan, MOST_REDELIVERED } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { deliveryStore, type ListedDelivery } from '#shared/webhooks/delivery/store';
import { isOpen } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

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

/** Counts the deliveries to send again and leaves a job that requests each of them. 409 for a disabled endpoint. */
export const redeliverMany = command(async ({ table, changes, clock, ids, useOf }, span: EndedSpan): Promise<Taken> => {
  const { workspaceId, endpointId, status, since } = span;
  const [endpoint, { last, ...taken }] = await Promise.all([
    webhookEndpoints.find(table, endpointId),
    take(table, span),
  ]);
  if (!isOpen(endpoint?.state, workspaceId))
    throw conflict('The webhook endpoint is disabled: nothing is sent to it. Enable it first.');
  const at = clock.now();
  const content = last && { bulkId: ids.make('out'), workspaceId, endpointId, status, since, upTo: last };
  await changes.save({
    at,
    jobs: content ? [{ type: 'job.bulk_redelivery', content }] : [],
    limits: [useOf('bulk_redeliveries', workspaceId, at)],
    result: taken,
  });
  return taken;
});

async function take(table: Table, span: EndedSpan): Promise<Taken & { readonly last: DeliveryId | undefined }> {
  const { keys } = deliveryStore(table);
  let listed: readonly ListedDelivery[] = [];
  let next: ListedDelivery | undefined;
  for (let queries = 0; queries < MOST_QUERIES && listed.length <= MOST_REDELIVERED; queries += 1) {
    const page = await keys(span, next?.id);
    listed = [...listed, ...page.listed];
    next = page.next;
    if (next === undefined) break;
  }
  const taken = listed.slice(0, MOST_REDELIVERED);
  const stoppedAt = listed.length > taken.length ? taken.at(-1) : next;
  const end = { count: taken.length, last: taken.at(-1)?.id };
  return { ...end, until: stoppedAt?.createdAt ?? span.until, hasMore: stoppedAt !== undefined };
}
