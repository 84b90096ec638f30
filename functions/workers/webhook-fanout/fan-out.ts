import { workspaces } from '#shared/accounts/workspaces/store';
import type { Clock } from '#shared/foundation/core/clock';
import { idOf } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { removeEvent } from '#shared/foundation/events/event-texts-store';
import { EVENT_OVERDUE_AFTER_MS, outboxRows, putJob } from '#shared/foundation/events/outbox';
import type { OutboxEvent, OutboxRef, Outgoing, Queue } from '#shared/foundation/events/ports';
import type { Subscription } from '#shared/foundation/events/rules/subscription';
import { withMetrics, type writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { deliveryIdFor, lateEventIdFor } from '#shared/foundation/platform/type-ids';
import type { Server } from '#shared/foundation/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { FanoutRateLimiter } from '#shared/webhooks/delivery/fanout-rate-limiter';
import { RenderError, renderedText } from '#shared/webhooks/delivery/payload';
import { findReceiver } from '#shared/webhooks/delivery/receiver-store';
import {
  attemptGroup,
  awaitsFirstAttempt,
  type Delivery,
  type DeliveryIdentity,
  newDelivery,
  newSkippedDelivery,
  webhooksIn,
} from '#shared/webhooks/delivery/rules/delivery';
import type { Receiver } from '#shared/webhooks/delivery/rules/receiver';
import { webhooksOfSize } from '#shared/webhooks/delivery/rules/webhook-weight';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { hasFilter, passesFilter } from '#shared/webhooks/endpoints/rules/event-filter';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

export interface FanOutContext {
  readonly table: Table;
  readonly clock: Clock;
  readonly server: Server;
  /** The queue of first attempts. */
  readonly first: Queue<DeliveryMessage>;
  readonly rateLimiter: FanoutRateLimiter;
  /** A dimension of the metrics: stages may share an account. */
  readonly stage: string;
  readonly log: typeof writeLog;
}

/**
 * Creates one delivery for each endpoint that was subscribed when the event happened, and one for the `webhook_url` of
 * its order. Every step is idempotent: ids are derived from event and subscriber, and the first payload wins. The row
 * stays due until each delivery is past its first attempt, so that the sweeper finds an interrupted fan-out and a lost
 * message: an event that comes again is fanned out again, as far as that is needed.
 */
export const fanOut =
  (context: FanOutContext) =>
  async (ref: OutboxRef, isReceivedAgain = false): Promise<FannedOut> => {
    const { table, clock } = context;
    const event = await outboxRows(table).read(ref.id, ref.type);
    if (!event) return 'gone';
    if (!event.unfinished) return 'done before';
    if (event.slot !== undefined && event.slot.at > clock.now()) return 'rate limited';
    const payloads = await storePayloads(context, event);
    const deliveries = await deliveriesOf(context, event, payloads);
    if (deliveries.length === 0) {
      // Filters left it out: nothing leads to it, and it may name people.
      await removeEvent(table, event.id);
      return 'fanned out';
    }
    const repeatable = { event, deliveries, isReceivedAgain, now: clock.now() };
    const found = await foundBefore(context, repeatable);
    if (found.length === 0 && (await waitsForSlot(context, event, deliveries))) return 'rate limited';
    await makeDeliveries(context, repeatable, found);
    return 'fanned out';
  };

/** Creates those that an earlier fan-out of the event did not create, and queues their first attempts. */
async function makeDeliveries(
  { table, first }: FanOutContext,
  { event, deliveries, isReceivedAgain, now }: Repeatable,
  found: readonly Delivery[],
): Promise<void> {
  await eraseFromLate(table, event, now);
  const store = deliveryStore(table);
  const missing = deliveries.filter(({ id }) => !found.some((one) => one.id === id));
  const isOurs = await Promise.all(missing.map((delivery) => store.create(delivery, now)));
  // What another fan-out of the event has created meanwhile, that one queues.
  const created = missing.filter((_delivery, at) => isOurs[at]);
  const isLost = isReceivedAgain || now >= later(event.at, MESSAGE_LOST_AFTER_MS);
  const waiting = found.filter(awaitsFirstAttempt);
  await first.send([...created.filter(awaitsFirstAttempt), ...(isLost ? waiting : [])].map(firstAttempt));
  // The last first attempt ends it otherwise: functions/workers/webhook-delivery/finish-event.ts.
  if (waiting.length === 0 && !missing.some(awaitsFirstAttempt)) await outboxRows(table).finish(event);
}

/** What became of an event. */
type FannedOut = 'gone' | 'done before' | 'fanned out' | 'rate limited';

/**
 * An event beyond the deliveries that are made for a workspace in a minute waits for its slot as a row that is due: it has
 * no message meanwhile, and is looked at once more for each slot. Whether it waits.
 */
async function waitsForSlot(
  { table, rateLimiter }: FanOutContext,
  event: OutboxEvent,
  deliveries: readonly Delivery[],
): Promise<boolean> {
  // Nothing is sent to one that is closed.
  const receivers = deliveries.map((one) => (awaitsFirstAttempt(one) ? one.endpointId : null));
  const webhooks = webhooksIn(deliveries);
  const slot = await rateLimiter.slotFor({ workspaceId: event.workspaceId, receivers, webhooks, waited: event.slot });
  if (slot) await outboxRows(table).waitForSlot(event, slot);
  return slot !== undefined;
}

interface Repeatable {
  readonly event: OutboxEvent;
  readonly deliveries: readonly Delivery[];
  readonly isReceivedAgain: boolean;
  readonly now: Instant;
}

/** The deliveries that an earlier fan-out of the event created. */
async function foundBefore(
  context: FanOutContext,
  { event, deliveries, isReceivedAgain, now }: Repeatable,
): Promise<readonly Delivery[]> {
  if (!isReceivedAgain && !isSwept(event, now) && !event.slot) return [];
  const found = await existing(context.table, deliveries);
  if (found.length === 0 && isSwept(event, now) && !event.slot) reportLate(context, now);
  return found;
}

/** By then the sweeper has published the event, unless the relay's message is late itself. */
const isSwept = ({ at }: OutboxEvent, now: Instant): boolean => now >= later(at, EVENT_OVERDUE_AFTER_MS);

/** The first fan-out of an event that the sweeper has published: without it, a relay that no longer runs would not show. */
function reportLate({ stage, log }: FanOutContext, at: Instant): void {
  const metrics = { EventsFannedOutLate: { unit: 'Count', value: 1 } } as const;
  log({ worker: 'webhook-fanout', outcome: 'late', ...withMetrics({ stage, at, metrics }) }, 'WARN');
}

/** The second walk of an erasure begins 30 seconds after the first: it finds events that were fanned out by then. */
const LATE_AFTER_MS = 20 * SECOND_MS;

/** An erasure may have looked for the event before it had deliveries: a job looks for erased people in it. */
async function eraseFromLate(table: Table, { id, workspaceId, at }: OutboxEvent, now: Instant): Promise<void> {
  if (now < later(at, LATE_AFTER_MS)) return;
  const workspace = await workspaces.find(table, workspaceId);
  if (!workspace?.state.erasesPeople) return;
  const job = { type: 'job.person_event', content: { workspaceId, outboxId: id } } as const;
  await table.write({ put: putJob(lateEventIdFor(id), job, now) });
}

/** A message of a first attempt may wait for longer than a minute under load; it counts as lost after this time. */
const MESSAGE_LOST_AFTER_MS = 2 * MINUTE_MS;

async function existing(table: Table, wanted: readonly Delivery[]): Promise<readonly Delivery[]> {
  const rows = await Promise.all(wanted.map(({ id }) => deliveryStore(table).find(id)));
  return rows.flatMap((row) => row?.state ?? []);
}

/** The JSON of the resource by pin; none at a pin at which it cannot be rendered. */
type Payloads = ReadonlyMap<string, string>;

/** An error at one pin stops neither the others nor its own deliveries, whose attempts record `render_error`. */
async function storePayloads(context: FanOutContext, event: OutboxEvent): Promise<Payloads> {
  const pins = [...new Set(event.endpoints.map(({ pin }) => pin))];
  const renderOne = async (pin: string) => {
    try {
      return [[pin, await renderedText(context, event, pin)] as const];
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      context.log({ worker: 'webhook-fanout', outboxId: event.id, pin, ...traceOf(error) }, 'ERROR');
      return [];
    }
  };
  return new Map((await Promise.all(pins.map(renderOne))).flat());
}

/** None for an endpoint whose filters leave the event out. */
async function deliveriesOf(
  { table, clock }: FanOutContext,
  event: OutboxEvent,
  payloads: Payloads,
): Promise<readonly Delivery[]> {
  const perSubscriber = event.endpoints.map(async (subscription) => {
    const payload = payloads.get(subscription.pin);
    const addressed = addressedTo(subscription, event, payload);
    const receiver = await findReceiver(table, addressed, clock.now());
    const { endpoint } = receiver ?? {};
    const isWanted = endpoint === undefined || passes(endpoint, event.type, payload);
    return isWanted ? [deliveryTo(subscription, receiver, addressed)] : [];
  });
  return (await Promise.all(perSubscriber)).flat();
}

/** An event that cannot be rendered passes: its attempts say so, and none is lost. */
const passes = ({ filters }: WebhookEndpoint, type: string, payload: string | undefined): boolean =>
  payload === undefined || !hasFilter(filters, type) || passesFilter(filters, type, JSON.parse(payload));

type Addressed = Omit<DeliveryIdentity, 'url'>;

function addressedTo({ id, pin }: Subscription, event: OutboxEvent, payload: string | undefined): Addressed {
  const orderId = idOf('ord', id);
  const resourceId = event.snapshot['id'];
  const countsAs = webhooksOfSize(Buffer.byteLength(payload ?? ''));
  return {
    id: deliveryIdFor(event.id, id, event.at),
    workspaceId: event.workspaceId,
    endpointId: idOf('whe', id) ?? null,
    ...(orderId && { orderId }),
    outboxId: event.id,
    type: event.type,
    ...(typeof resourceId === 'string' && { resourceId }),
    // The pin at the time of the event, for which the payload is rendered.
    apiVersion: pin,
    createdAt: event.at,
    ...(countsAs > 1 && { countsAs }),
  };
}

/** `skipped` if the endpoint was disabled when the event happened, or has been disabled or deleted since. */
function deliveryTo({ enabled }: Subscription, receiver: Receiver | undefined, addressed: Addressed): Delivery {
  // The URL of a deleted endpoint is not known any more.
  const identity = { ...addressed, url: receiver?.url ?? '' };
  return enabled && receiver?.isOpen ? newDelivery(identity) : newSkippedDelivery(identity);
}

const firstAttempt = (delivery: Delivery): Outgoing<DeliveryMessage> => ({
  message: { deliveryId: delivery.id, attempt: 1 },
  group: attemptGroup(delivery),
});
