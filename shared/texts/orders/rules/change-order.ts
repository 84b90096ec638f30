import type { OperationId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import { type Instant, later } from '#shared/foundation/core/time';
import { RECHECK_MS } from '#shared/texts/orders/rules/create-order';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';
import {
  hasEnded,
  holdsPlace,
  isOfMedia,
  isUnfinished,
  type MediaOrder,
  type Operation,
  type Order,
} from '#shared/texts/orders/rules/order';
import {
  canceledIngestion,
  type EndedIngestion,
  isUnfinishedIngestion,
} from '#shared/texts/orders/rules/order-ingestion';
import { keptIssues, type TranslationIssue } from '#shared/texts/translation/rules/translation-issue';

/** The state of the text, or of the media file, that an order is made from. */
export type SourceState = 'ready' | 'pending' | 'failed';

/**
 * The next check of a submitted order: operations take the free places of the workspace once the source has a text, and
 * fail with it.
 */
export function advanceOrder(
  order: Order,
  { source, freePlaces }: { readonly source: SourceState; readonly freePlaces: number },
  now: Instant,
): Order {
  if (order.state !== 'submitted') return order;
  const waiting = order.operations.filter(isWaiting).map(({ id }) => id);
  if (source === 'failed') return settled(changed(order, waiting, failedWith('source_failed')), now);
  const placed = source === 'ready' ? waiting.slice(0, freePlaces) : [];
  const after = changed(order, placed, (operation) => ({ ...bare(operation), state: 'pending', hasPlace: true }));
  // The end of an ingestion is a job of its own.
  const hasNextCheck = source === 'ready' || !isOfMedia(order);
  return { ...after, lookAgainAt: hasNextCheck && placed.length < waiting.length ? later(now, RECHECK_MS) : null };
}

/** An order whose media file is being copied. */
export const beginIngestion = (order: Order): Order =>
  isOfMedia(order) && order.ingestion.state === 'pending'
    ? { ...order, ingestion: { ...order.ingestion, state: 'processing' } }
    : order;

/** An order whose file is stored, or was not taken: the order fails with it, a draft too. */
export function endIngestion(order: Order, ended: EndedIngestion, now: Instant): Order {
  if (!isOfMedia(order) || !isUnfinishedIngestion(order.ingestion)) return order;
  const after: MediaOrder = { ...order, ingestion: ended };
  return ended.state === 'failed' ? withoutMedia(after, ended.failureReason, now) : after;
}

function withoutMedia(order: MediaOrder, failureReason: FailureReason, now: Instant): Order {
  const submittedAt = 'submittedAt' in order ? order.submittedAt : null;
  const operations = order.operations.map(failedWith(failureReason));
  return { ...order, operations, state: 'failed', submittedAt, endedAt: now, failureReason };
}

/** An operation whose first results are stored, or whose engine was asked. */
export const beginOperation = (order: Order, id: OperationId): Order =>
  order.state === 'submitted'
    ? changed(order, [id], (operation) =>
        holdsPlace(operation) ? { ...bare(operation), state: 'processing' } : operation,
      )
    : order;

/** An operation whose engine is full or out of order: it waits for it, and keeps its place of the workspace. */
export const waitForEngine = (order: Order, id: OperationId): Order =>
  order.state === 'submitted'
    ? changed(order, [id], (operation) =>
        operation.state === 'processing' ? { ...bare(operation), state: 'pending', hasPlace: true } : operation,
      )
    : order;

/** An operation that has a text, or none for good. The order ends with the last of them. */
export function endOperation(order: Order, id: OperationId, outcome: 'done' | FailureReason, now: Instant): Order {
  if (order.state !== 'submitted') return order;
  const ended = changed(order, [id], (operation) => {
    if (!holdsPlace(operation)) return operation;
    return outcome === 'done' ? { ...bare(operation), state: 'done' } : failedWith(outcome)(operation);
  });
  return settled(ended, now);
}

/** Issues that an operation shows: an order has up to twenty, and is an event. */
const MOST_ISSUES = 20;

/** An order with what the translation of an operation used, and what is wrong with it. */
export function withTranslated(
  order: Order,
  id: OperationId,
  { characters, issues = [] }: { readonly characters?: number; readonly issues?: readonly TranslationIssue[] },
): Order {
  if (characters === undefined) return order;
  const kept = keptIssues(issues, MOST_ISSUES);
  return {
    ...order,
    operations: order.operations.map((operation) =>
      operation.id === id && operation.state === 'done'
        ? { ...operation, characters, ...(kept && { issues: kept }) }
        : operation,
    ),
  };
}

/** An order whose language was to be recognized, and was. */
export const withLanguage = (order: Order, language: string | undefined): Order =>
  order.language === null && language !== undefined ? { ...order, language } : order;

/** A draft that is submitted. */
export function confirmedOrder(order: Order, now: Instant): Order {
  if (order.state !== 'incomplete') throw conflict(`The order is ${order.state}: only a draft is confirmed.`);
  const { expiresAt: _expiresAt, ...identity } = order;
  return { ...identity, state: 'submitted', submittedAt: now, lookAgainAt: later(now, RECHECK_MS) };
}

/** Ends an order; its unfinished operations are stopped. */
export function canceledOrder(order: Order, now: Instant): Order {
  if (hasEnded(order)) throw conflict(`The order is ${order.state} already.`);
  const submittedAt = 'submittedAt' in order ? order.submittedAt : null;
  return { ...stopped(order), state: 'canceled', submittedAt, endedAt: now };
}

/** Ends a draft that was not confirmed in time; any other order stays as it is. */
export const expiredOrder = (order: Order, now: Instant): Order =>
  order.state === 'incomplete' && order.expiresAt <= now
    ? { ...stopped(order), state: 'expired', endedAt: now }
    : order;

/** Ends the work of people. */
export function fulfilledOrder(order: Order, now: Instant): Order {
  if (order.state !== 'locked') throw conflict(`The order is ${order.state}: only a locked order is fulfilled.`);
  return { ...order, state: 'fulfilled', endedAt: now };
}

type Submitted = Order & { readonly state: 'submitted' };

const isWaiting = (operation: Operation): boolean => operation.state === 'pending' && !operation.hasPlace;

const bare = ({ id, kind, targetLanguage, conversationId }: Operation) => ({
  id,
  kind,
  targetLanguage,
  conversationId,
});

const failedWith =
  (failureReason: FailureReason) =>
  (operation: Operation): Operation => ({ ...bare(operation), state: 'failed', failureReason });

const changed = (
  order: Submitted,
  ids: readonly OperationId[],
  change: (operation: Operation) => Operation,
): Submitted => ({
  ...order,
  operations: order.operations.map((operation) => (ids.includes(operation.id) ? change(operation) : operation)),
});

const stopped = (order: Order): Order => ({
  ...order,
  ...(isOfMedia(order) && { ingestion: canceledIngestion(order.ingestion) }),
  operations: order.operations.map(
    (operation): Operation => (isUnfinished(operation) ? { ...bare(operation), state: 'canceled' } : operation),
  ),
});

/** The order after its last operation has ended: fulfilled where one has a text, or locked where people go on. */
function settled({ lookAgainAt, ...order }: Submitted, now: Instant): Order {
  const { operations, service } = order;
  if (operations.some(isUnfinished)) return { ...order, lookAgainAt };
  if (operations.some(({ state }) => state === 'done'))
    return service === 'pro' ? { ...order, state: 'locked' } : { ...order, state: 'fulfilled', endedAt: now };
  const [reason = 'source_failed'] = operations.flatMap((one) => (one.state === 'failed' ? [one.failureReason] : []));
  return { ...order, state: 'failed', endedAt: now, failureReason: reason };
}
