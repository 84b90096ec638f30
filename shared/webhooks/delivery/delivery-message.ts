import * as v from 'valibot';
import { type DeliveryId, idOf, type OutboxId } from '#shared/foundation/core/ids';
import type { OutboxRef } from '#shared/foundation/events/ports';
import { MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/attempt-ended';

const deliveryId = v.custom<DeliveryId>((text) => idOf('evt', text) !== undefined);

const outboxId = v.custom<OutboxId>((text) => idOf('out', text) !== undefined);

/**
 * A message of the delivery queues: one attempt of the schedule, or a requested redelivery, whose `token` identifies the
 * request. Both are hints; the delivery's row decides.
 */
export const DeliveryMessage = v.union([
  v.object({ deliveryId, attempt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ATTEMPTS)) }),
  v.object({ deliveryId, manual: v.literal(true), token: v.exactOptional(v.string()) }),
]);

/** A redelivery job as the bus puts it into `deliver-retry`. */
const RedeliveryJob = v.pipe(
  v.object({
    'detail-type': v.literal('job.redelivery'),
    detail: v.object({ id: outboxId, subject: deliveryId }),
  }),
  v.transform(({ detail }) => ({ deliveryId: detail.subject, manual: true as const, token: detail.id })),
);

/** A message of ours, or one of the bus, which cannot set a message group: `grouped` tells them apart. */
export const QueuedDelivery = v.union([
  v.pipe(
    DeliveryMessage,
    v.transform((message) => ({ message, grouped: true })),
  ),
  v.pipe(
    RedeliveryJob,
    v.transform((message) => ({ message, grouped: false })),
  ),
]);

/** The outbox row of a redelivery's job; undefined for an attempt of the schedule. */
export function redeliveryJobOf(message: DeliveryMessage): OutboxRef | undefined {
  const id = 'manual' in message ? idOf('out', message.token) : undefined;
  return id && { id, type: 'job.redelivery', subject: message.deliveryId };
}

export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;
