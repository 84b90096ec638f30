import * as v from 'valibot';
import { idOf, type OutboxId } from '#shared/core/ids';
import type { writeLog } from '#shared/platform/log';
import { type BatchAnswer, eachMessage, type QueueEvent } from '#shared/platform/queue-batch';
import { type FanOutNeeds, fanOut } from './fan-out.ts';

interface Needs extends FanOutNeeds {
  readonly log: typeof writeLog;
}

/** The event as the bus leaves it in the queue; of it we need the key of the outbox row. */
const Message = v.object({
  detail: v.object({ id: v.custom<OutboxId>((text) => idOf('out', text) !== undefined), type: v.string() }),
});

/** Messages from the bus, each one outbox row to be turned into deliveries. */
export const webhookFanout = (needs: Needs) => {
  const fan = fanOut(needs);
  return (event: QueueEvent): Promise<BatchAnswer> =>
    eachMessage(event, {
      worker: 'webhook-fanout',
      work: async ({ body }) => fan(v.parse(Message, JSON.parse(body)).detail),
      log: needs.log,
    });
};
