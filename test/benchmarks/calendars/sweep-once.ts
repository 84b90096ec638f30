import { sweep } from '#functions/workers/sweeper/sweep';
import { dueRows } from '#shared/foundation/events/due-rows';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import type { CalendarWorld } from '#test/calendars/world';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { requestCounter } from '#test/support/request-counter';

export interface Swept {
  readonly tableRequests: number;
  /** Connections that are to be polled. */
  readonly messages: number;
}

/** One minute's look for what is due, by the real sweeper. */
export async function sweepOnce({ dynamo, clock }: CalendarWorld): Promise<Swept> {
  const counter = requestCounter();
  const table = tableOver(counter.watch(dynamo));
  let messages = 0;
  const noQueue = { send: async () => undefined };
  await sweep({
    due: dueRows(table),
    bots: noQueue,
    live: noQueue,
    calendars: {
      send: async (sent) => {
        messages += sent.reduce((sum, { message }) => sum + message.connectionIds.length, 0);
      },
    },
    retry: noQueue,
    slow: noQueue,
    slowEndpoints: slowEndpointList(table),
    workers: { housekeeping: noQueue, orders: noQueue, media: noQueue },
    bus: { publish: async () => undefined },
    continueIn: async () => undefined,
    clock,
    stage: 'benchmark',
    log: () => undefined,
  })();
  return { tableRequests: counter.total.requests, messages };
}
