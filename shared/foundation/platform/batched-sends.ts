import { Throttled } from '#shared/foundation/core/store';
import type { EventBus } from '#shared/foundation/events/ports';

/** The most entries of one request, of SQS and of EventBridge. */
const BATCH_SIZE = 10;
/** A refused entry is sent in at most so many requests, without a pause. After that the caller has to retry. */
const ROUNDS = 3;

/**
 * Sends entries in requests of ten, and those that are refused once more. Responses of SQS and EventBridge are 200 even
 * where they list refused entries: `send` returns these. Throws `Throttled` where some are refused each time.
 */
export async function sendInBatches<Entry>(
  entries: readonly Entry[],
  send: (batch: readonly Entry[]) => Promise<readonly Entry[]>,
): Promise<void> {
  const sendAll = async (batch: readonly Entry[]): Promise<void> => {
    let left = batch;
    for (let round = 0; round < ROUNDS && left.length > 0; round += 1) left = await send(left);
    if (left.length > 0) throw new Throttled(`${left.length} of ${batch.length} messages were refused.`);
  };
  const sending = [];
  for (let at = 0; at < entries.length; at += BATCH_SIZE) sending.push(sendAll(entries.slice(at, at + BATCH_SIZE)));
  await Promise.all(sending);
}

interface Call<Item> {
  readonly items: readonly Item[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines the calls of one turn of the event loop into requests of ten items, for workers that process many rows
 * concurrently and send a message for each. When a request fails, all calls with items in it fail, although some items
 * may have been accepted. The items of one call stay together; a call with more than ten is sent by itself.
 */
function batched<Item>(send: (items: readonly Item[]) => Promise<void>): (items: readonly Item[]) => Promise<void> {
  let waiting: Call<Item>[] = [];
  const flush = () => {
    const calls = waiting;
    waiting = [];
    for (const group of inBatches(calls)) void sendBatch(send, group);
  };
  return async (items) => {
    if (items.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ items, resolve, reject });
    });
  };
}

/** A `Queue` or a `KeyQueue`. */
interface Sends<Entry> {
  readonly send: (entries: readonly Entry[]) => Promise<void>;
}

export const batchingQueue = <Entry>(queue: Sends<Entry>): Sends<Entry> => ({
  send: batched((entries) => queue.send(entries)),
});

export const batchingBus = (bus: EventBus): EventBus => ({
  publish: batched((notices) => bus.publish(notices)),
});

function inBatches<Item>(calls: readonly Call<Item>[]): readonly (readonly Call<Item>[])[] {
  const groups: Call<Item>[][] = [];
  let room = 0;
  for (const call of calls) {
    if (call.items.length > room) {
      groups.push([]);
      room = BATCH_SIZE;
    }
    groups.at(-1)?.push(call);
    room -= call.items.length;
  }
  return groups;
}

async function sendBatch<Item>(
  send: (items: readonly Item[]) => Promise<void>,
  calls: readonly Call<Item>[],
): Promise<void> {
  try {
    await send(calls.flatMap(({ items }) => items));
    for (const { resolve } of calls) resolve();
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
