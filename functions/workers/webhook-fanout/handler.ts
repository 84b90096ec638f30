import * as v from 'valibot';
import { idOf, type OutboxId } from '#shared/core/ids';
import type { writeLog } from '#shared/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent } from '#shared/platform/queue-batch';
import { type FanOutNeeds, fanOut } from './fan-out.ts';

interface Needs extends FanOutNeeds {
  readonly log: typeof writeLog;
}

/** An event of the bus, as EventBridge puts it into the queue: the key of the outbox row. */
const Message = v.object({
  detail: v.object({ id: v.custom<OutboxId>((text) => idOf('out', text) !== undefined), type: v.string() }),
});

/** Handles messages from the bus, each for one outbox row. */
export const webhookFanout = (needs: Needs) => {
  const fan = fanOut(needs);
  return (event: QueueEvent): Promise<BatchResponse> =>
    eachMessage(event, {
      worker: 'webhook-fanout',
      work: async ({ body }) => fan(v.parse(Message, JSON.parse(body)).detail),
      log: needs.log,
    });
};
