import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import type { Rest } from '#shared/core/rest';
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
  readonly rest: Rest;
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

/** Entries of the list that one step looks at. */
const LOOK = 100;
/**
 * 25 a second: ten thousand take seven minutes. A receiver that takes its ten seconds for each then holds half the
 * sends that retries have in production, and leaves the others the rest.
 */
const SHARE_MS = SECOND_MS / 25;

/**
 * Asks for the next of the events, those that still are as they were counted. What it asked for before it was cut off
 * it asks for under the same ids again, which changes nothing; an endpoint that was disabled meanwhile ends the job.
 */
export const askStep =
  (needs: Needs): JobStep =>
  async ({ content, cursor }) => {
    const { bulkId, upTo, ...span } = v.parse(Content, content);
    const begun = needs.clock.now();
    const after = cursor && v.parse(Cursor, cursor).after;
    const [endpoint, page] = await Promise.all([
      needs.endpoints.find(span.endpointId),
      needs.deliveries.keys({ ...span, until: upTo }, after, LOOK),
    ]);
    if (!isOpen(endpoint?.state, span.workspaceId)) return 'done';
    const wanted = await stillIn(needs, span, page.listed);
    await Promise.all(wanted.map((one) => needs.askings.ask(askingIdFor(bulkId, one), one, begun)));
    const left = wanted.length * SHARE_MS - (needs.clock.now() - begun);
    if (left > 0) await needs.rest.rest(left);
    return page.next ? { cursor: { after: page.next.id } } : 'done';
  };

/** One that was delivered since, or counted by a list that lagged, is left alone. */
async function stillIn(
  { deliveries }: Needs,
  { status }: Pick<BulkRedelivery, 'status'>,
  listed: readonly ListedDelivery[],
) {
  const rows = await Promise.all(listed.map((one) => deliveries.find(one.id)));
  return rows.flatMap((row) => (row?.state.status === status ? [row.state.id] : []));
}
