import type { IngestionId, OperationId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import { type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { beginningOf } from '#shared/texts/orders/rules/create-order';
import { isOfMedia, type Operation, type Order } from '#shared/texts/orders/rules/order';
import type { SealedSource } from '#shared/texts/orders/rules/order-ingestion';

/** Workers of a failed order delete what it has left within seconds: nothing new is stored in the same place before. */
const SETTLING_MS = MINUTE_MS;

type FailedOrder = Order & { readonly state: 'failed' };

/** What is found of an order that is to be run again. */
interface RetryFacts {
  /** A text is there, a media file with where it is; or why there is nothing to begin from. */
  readonly source: RetrySource;
  /** Whether each conversation is there, and not in the trash. */
  readonly hasConversations: boolean;
  /** Whether a speech service still works on an operation: its result is awaited and deleted first. */
  readonly isAtEngine: boolean;
}

export type RetrySource = 'text' | Extract<SealedSource, { readonly kind: 'upload' }> | { readonly gone: string };

/** Other ids than before, so that a message about an operation or an ingestion that failed changes nothing. */
export interface RetryIds {
  readonly ingestionId: IngestionId;
  readonly operationIds: readonly OperationId[];
}

/** 409 unless the order has failed, a minute ago or earlier. */
export function requireFailed(order: Order, now: Instant): asserts order is FailedOrder {
  if (order.state !== 'failed') throw conflict(`The order is ${order.state}: only a failed order is run again.`);
  const settledAt = later(order.endedAt, SETTLING_MS);
  if (now < settledAt)
    throw conflict(
      `The order has just failed, and what it left is being deleted: try again after ${isoOf(settledAt)}.`,
    );
}

/**
 * A failed order that begins again, with the same conversations; one that failed as a draft is a draft again. 409 where it
 * cannot. Nothing of a failed order is kept, so a media file is copied and read again.
 */
export function retriedOrder(order: FailedOrder, facts: RetryFacts, ids: RetryIds, now: Instant): Order {
  const { source, hasConversations, isAtEngine } = facts;
  if (typeof source === 'object' && 'gone' in source) throw conflict(source.gone);
  if (!hasConversations) throw conflict('A conversation of the order was deleted: order again, or restore it first.');
  if (isAtEngine) throw conflict('The speech service still works on the failed text: try again later.');
  const { submittedAt, endedAt: _endedAt, failureReason: _failureReason, ...identity } = order;
  return {
    ...identity,
    ...(isOfMedia(order) && source !== 'text' && { ingestion: { ...newIngestion(order.ingestion.url, ids), source } }),
    operations: order.operations.map((operation, nth) => waiting(operation, ids.operationIds[nth])),
    ...beginningOf(submittedAt !== null, now),
  };
}

const newIngestion = (url: string, { ingestionId }: RetryIds) => ({ id: ingestionId, url, state: 'pending' }) as const;

function waiting({ kind, targetLanguage, conversationId }: Operation, id: OperationId | undefined): Operation {
  if (!id) throw new Error('An operation has no new id.');
  return { id, kind, targetLanguage, conversationId, state: 'pending', hasPlace: false };
}
