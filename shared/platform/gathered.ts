import type { EventBus } from '#shared/events/ports/outbox';
import type { Queue } from '#shared/events/ports/queue';

/** What one request takes, of SQS and of EventBridge alike. */
const MOST = 10;

interface Call<Item> {
  readonly items: readonly Item[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what is sent in one turn of the event loop into requests of ten, for whoever works on many rows side by side
 * and sends a message for each. Where a request fails, all whose items went with it hear of it; some may have been taken.
 */
function gathered<Item>(send: (items: readonly Item[]) => Promise<void>): (items: readonly Item[]) => Promise<void> {
  let waiting: Call<Item>[] = [];
  const leave = () => {
    const calls = waiting;
    waiting = [];
    for (const group of inTens(calls)) void sendTogether(send, group);
  };
  return async (items) => {
    if (items.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(leave);
      waiting.push({ items, resolve, reject });
    });
  };
}

export const gatheringQueue = <Message>(queue: Queue<Message>): Queue<Message> => ({
  send: gathered((messages) => queue.send(messages)),
});

export const gatheringBus = (bus: EventBus): EventBus => ({
  publish: gathered((notices) => bus.publish(notices)),
});

/** One who sends more than ten at once travels alone. */
function inTens<Item>(calls: readonly Call<Item>[]): readonly (readonly Call<Item>[])[] {
  const groups: Call<Item>[][] = [];
  let room = 0;
  for (const call of calls) {
    if (call.items.length > room) {
      groups.push([]);
      room = MOST;
    }
    groups.at(-1)?.push(call);
    room -= call.items.length;
  }
  return groups;
}

async function sendTogether<Item>(
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
