import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { DeliveryId } from '#shared/core/ids';
import type { UseOf } from '#shared/core/limits';
import { conflict } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type {
  DeliveryKeys,
  DeliverySpan,
  DeliveryStore,
  ListedDelivery,
} from '#shared/webhooks/delivery/ports/deliveries';
import { MOST_REDELIVERED } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly deliveries: Pick<DeliveryStore, 'keys'>;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly useOf: UseOf;
}

/** What a bulk request takes. */
export interface Taken {
  readonly count: number;
  /** The end of what was taken: that of the request, or the moment of the last event where more would follow. */
  readonly until: Instant;
  readonly hasMore: boolean;
}

/** Readings of the list before a request stops looking: those of other endpoints lie between. */
const MOST_READINGS = 10;

/**
 * Counts what is to be sent once more and leaves a job that asks for it, event by event. Takes `first` along, the first
 * reading of the list, which was under way while the caller was judged.
 */
export const redeliverMany =
  ({ deliveries, changes, ids, clock, useOf }: Needs) =>
  async (
    endpoint: WebhookEndpoint,
    span: DeliverySpan & { readonly until: Instant },
    first: Promise<DeliveryKeys>,
    keep: Keep<Taken> = keepNothing,
  ): Promise<Taken> => {
    if (!isOpen(endpoint, span.workspaceId))
      throw conflict('The webhook endpoint is disabled: nothing is sent to it. Enable it first.');
    const { last, ...taken } = await take(deliveries, span, await first);
    const at = clock.now();
    const { workspaceId, endpointId, status, since } = span;
    const content = last && { bulkId: ids.make('out'), workspaceId, endpointId, status, since, upTo: last };
    await changes.save({
      at,
      jobs: content ? [{ type: 'job.bulk_redelivery', content }] : [],
      uses: [useOf('bulk_redeliveries', workspaceId, at)],
      answer: await keep(taken),
    } satisfies Changes);
    return taken;
  };

async function take(
  deliveries: Needs['deliveries'],
  span: DeliverySpan & { readonly until: Instant },
  first: DeliveryKeys,
): Promise<Taken & { readonly last: DeliveryId | undefined }> {
  let listed: readonly ListedDelivery[] = [];
  let page = first;
  for (let readings = 1; ; readings += 1) {
    listed = [...listed, ...page.listed];
    const isFull = listed.length > MOST_REDELIVERED;
    if (isFull || page.next === undefined || readings === MOST_READINGS) break;
    page = await deliveries.keys(span, page.next.id);
  }
  const taken = listed.slice(0, MOST_REDELIVERED);
  const stoppedAt = listed.length > taken.length ? taken.at(-1) : page.next;
  const end = { count: taken.length, last: taken.at(-1)?.id };
  return { ...end, until: stoppedAt?.createdAt ?? span.until, hasMore: stoppedAt !== undefined };
}
