import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import type { Sleep } from '#shared/core/sleep';
import { SECOND_MS } from '#shared/core/time';
import { id, instant } from '#shared/dynamodb/row-parts';
import type { JobStep } from '#shared/events/commands/work-on-job';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { askingIdFor } from '#shared/platform/type-ids';
import type { DeliveryStore, ListedDelivery } from '#shared/webhooks/delivery/ports/deliveries';
import type { RedeliveryAskings } from '#shared/webhooks/delivery/ports/redelivery-askings';
import { type BulkRedelivery, REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { isOpen } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly endpoints: Pick<WebhookEndpointStore, 'find'>;
  readonly deliveries: Pick<DeliveryStore, 'find' | 'keys'>;
  readonly askings: RedeliveryAskings;
  readonly clock: Clock;
  readonly rest: Sleep;
}

const Content: v.GenericSchema<unknown, BulkRedelivery> = v.object({
  bulkId: id('out'),
  workspaceId: id('wks'),
  endpointId: id('whe'),
  status: v.picklist(REDELIVERABLE),
  since: instant,
  upTo: id('evt'),
});

const Cursor = v.object({ after: id('evt') });

/** Deliveries that one step reads. */
const PAGE_SIZE = 100;
/**
 * 25 a second: ten thousand take seven minutes. A receiver that takes ten seconds for each request then occupies half of
 * the concurrency of the retry queue in production.
 */
const INTERVAL_MS = SECOND_MS / 25;

/**
 * Requests the redelivery of the next page of deliveries that still have the counted status. A repeated step uses the same
 * ids and so requests nothing twice. The job ends if its endpoint was disabled meanwhile.
 */
export const redeliverStep =
  (needs: Needs): JobStep =>
  async ({ content, cursor }) => {
    const { bulkId, upTo, ...span } = v.parse(Content, content);
    const begun = needs.clock.now();
    const after = cursor && v.parse(Cursor, cursor).after;
    const [endpoint, page] = await Promise.all([
      needs.endpoints.find(span.endpointId),
      needs.deliveries.keys({ ...span, until: upTo }, after, PAGE_SIZE),
    ]);
    if (!isOpen(endpoint?.state, span.workspaceId)) return 'done';
    const wanted = await stillRedeliverable(needs, span, page.listed);
    await Promise.all(wanted.map((one) => needs.askings.ask(askingIdFor(bulkId, one), one, begun)));
    const left = wanted.length * INTERVAL_MS - (needs.clock.now() - begun);
    if (left > 0) await needs.rest.rest(left);
    return page.next ? { cursor: { after: page.next.id } } : 'done';
  };

/** Excludes deliveries that were delivered since, or were counted because the index lagged. */
async function stillRedeliverable(
  { deliveries }: Needs,
  { status }: Pick<BulkRedelivery, 'status'>,
  listed: readonly ListedDelivery[],
) {
  const rows = await Promise.all(listed.map((one) => deliveries.find(one.id)));
  return rows.flatMap((row) => (row?.state.status === status ? [row.state.id] : []));
}
