import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#bin/cli/cli-error';
import type { ApiClient } from '#bin/transcribe/api-client';
import { OrderSchema, type ShownOrder } from './api-schemas.ts';
import { ORDER_FAILURES } from './failure-sentences.ts';

const POLL_INTERVAL_MS = 1_000;

interface Following {
  readonly api: ApiClient;
  readonly signal: AbortSignal;
  /** What the order is doing. */
  readonly onProgress: (activity: string) => void;
}

/**
 * Waits until an order has a text, however long that takes: the service ends an order whose engine does not answer.
 * Answers the id of its conversation. Throws a CliError with the reason of one that has none.
 */
export async function followOrder(orderId: string, { api, signal, onProgress }: Following): Promise<string> {
  for (;;) {
    const order = await api.get(`/orders/${orderId}`, OrderSchema);
    if (order.state === 'fulfilled') {
      const [conversationId] = order.outputs_ids;
      if (conversationId !== undefined) return conversationId;
    }
    if (order.state !== 'submitted') throw new CliError(endOf(order));
    onProgress(activityOf(order));
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}

/** Why an order that has ended has no text. */
export const endOf = ({ state, failure_reason }: Pick<ShownOrder, 'state' | 'failure_reason'>): string =>
  failure_reason === null ? `The order is ${state}` : `${ORDER_FAILURES[failure_reason]} (${failure_reason})`;

function activityOf({ kind, ingestions, operations }: ShownOrder): string {
  if (ingestions.some(({ state }) => state !== 'done')) return 'reading the file';
  const isWaiting = operations.every(({ state }) => state === 'pending');
  if (kind === 'translation') return isWaiting ? 'waiting for the translator' : 'translating';
  return isWaiting ? 'waiting for the speech server' : 'recognizing the words';
}
