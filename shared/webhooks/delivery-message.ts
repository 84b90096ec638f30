import * as v from 'valibot';
import { type DeliveryId, idOf } from '#shared/domain/ids';
import { MAX_ATTEMPTS } from '#shared/domain/webhooks/retry-schedule';

const deliveryId = v.custom<DeliveryId>((text) => idOf('evt', text) !== undefined);

/**
 * What lies in the queues `deliver-first` and `deliver-retry`: a wake-up for one place in the schedule, or a
 * redelivery that somebody asked for, whose `token` names the asking. Both are hints; the delivery's row decides.
 */
export const DeliveryMessage = v.union([
  v.object({ deliveryId, attempt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ATTEMPTS)) }),
  v.object({ deliveryId, manual: v.literal(true), token: v.exactOptional(v.string()) }),
]);

export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;
