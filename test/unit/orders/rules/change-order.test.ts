import fc from 'fast-check';
import type { ConversationId, OperationId, OrderId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later } from '#shared/foundation/core/time';
import {
  advanceOrder,
  beginOperation,
  canceledOrder,
  confirmedOrder,
  endOperation,
  expiredOrder,
  fulfilledOrder,
  waitForEngine,
} from '#shared/texts/orders/rules/change-order';
import { DRAFT_MS } from '#shared/texts/orders/rules/create-order';
import { hasEnded, holdsPlace, isUnfinished, type Order } from '#shared/texts/orders/rules/order';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const conversationId = (name: number | string) => `con_${name}` as ConversationId;
const operationId = (nth: number) => `opr_${nth}` as OperationId;

const aDraft = (operations: number, service: Order['service'] = 'auto'): Order => ({
  ...{ id: 'ord_1' as OrderId, workspaceId: 'wks_1' as WorkspaceId, sourceConversationId: conversationId('source') },
  ...{
    kind: 'translation',
    service,
    name: 'Welcome',
    language: 'en',
    targetLanguages: [],
    folderId: null,
    glossaryIds: [],
    styleGuideId: null,
    tags: [],
  },
  operations: Array.from({ length: operations }, (_, nth) => ({
    ...{ id: operationId(nth), kind: 'translation', targetLanguage: 'fr', state: 'pending', hasPlace: false },
    conversationId: conversationId(nth),
  })),
  ...{ metadata: {}, createdAt: noon, updatedAt: noon, state: 'incomplete', expiresAt: later(noon, DRAFT_MS) },
});

const aSubmitted = (operations: number, service?: Order['service']) =>
  confirmedOrder(aDraft(operations, service), noon);
const aRunning = (operations: number, service?: Order['service']) =>
  advanceOrder(aSubmitted(operations, service), { source: 'ready', freePlaces: 10 }, noon);
const statesOf = ({ operations }: Order) => operations.map(({ state }) => state);

describe('a submitted order', () => {
  it('takes no more places than are free, and is looked at again while operations wait', () => {
    const order = advanceOrder(aSubmitted(3), { source: 'ready', freePlaces: 2 }, noon);

    expect(order.operations.map(holdsPlace)).toEqual([true, true, false]);
    expect(order).toMatchObject({ lookAgainAt: later(noon, 60_000) });
    expect(advanceOrder(order, { source: 'ready', freePlaces: 1 }, noon)).toMatchObject({ lookAgainAt: null });
  });

  it('is fulfilled where one operation has a text, and fails with the reason of the first where none has', () => {
    const begun = endOperation(aRunning(2), operationId(0), 'language_not_supported', noon);

    expect(begun.state).toBe('submitted');
    expect(endOperation(begun, operationId(1), 'done', noon)).toMatchObject({ state: 'fulfilled', endedAt: noon });
    expect(endOperation(begun, operationId(1), 'translation_failed', noon)).toMatchObject({
      ...{ state: 'failed', failureReason: 'language_not_supported' },
    });
  });

  it('fails with its source, but for the operations that run', () => {
    const order = advanceOrder(aSubmitted(2), { source: 'ready', freePlaces: 1 }, noon);

    const after = advanceOrder(order, { source: 'failed', freePlaces: 1 }, noon);

    expect([after.state, statesOf(after)]).toEqual(['submitted', ['pending', 'failed']]);
  });

  it('of people is locked once its automatic result is there, until it is fulfilled', () => {
    const locked = endOperation(aRunning(1, 'pro'), operationId(0), 'done', noon);

    expect(locked.state).toBe('locked');
    expect(fulfilledOrder(locked, noon)).toMatchObject({ state: 'fulfilled', endedAt: noon });
    expect(() => fulfilledOrder(aRunning(1), noon)).toThrow('only a locked order is fulfilled');
  });
});

it('an operation that waits for its engine is pending, and keeps its place', () => {
  const waiting = waitForEngine(beginOperation(aRunning(2), operationId(0)), operationId(0));

  expect([statesOf(waiting), waiting.operations.map(holdsPlace)]).toEqual([
    ['pending', 'pending'],
    [true, true],
  ]);
});

it('a draft expires after seven days, and an order that was submitted does not', () => {
  const late = later(noon, DRAFT_MS);

  expect(expiredOrder(aDraft(1), late)).toMatchObject({ state: 'expired', endedAt: late });
  expect(expiredOrder(aDraft(1), later(late, -1)).state).toBe('incomplete');
  expect(expiredOrder(aSubmitted(1), late).state).toBe('submitted');
});

type Step = (order: Order, now: Instant) => Order;

const aStep = fc.oneof(
  fc.record({ source: fc.constantFrom('ready', 'pending', 'failed'), freePlaces: fc.nat(4) } as const).map(
    (facts): Step =>
      (order, now) =>
        advanceOrder(order, facts, now),
  ),
  fc.nat(3).map(
    (nth): Step =>
      (order) =>
        beginOperation(order, operationId(nth)),
  ),
  fc.nat(3).map(
    (nth): Step =>
      (order) =>
        waitForEngine(order, operationId(nth)),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('done', 'translation_failed')).map(
    ([nth, outcome]): Step =>
      (order, now) =>
        endOperation(order, operationId(nth), outcome as 'done' | 'translation_failed', now),
  ),
  fc.constantFrom(confirmedOrder, canceledOrder, expiredOrder, fulfilledOrder),
);

/** A step that the state refuses changes nothing. */
const applied = (order: Order, step: Step, now: Instant): Order => {
  try {
    return step(order, now);
  } catch {
    return order;
  }
};

/** What must hold of every order. */
function expectWhole(order: Order): void {
  const states = new Set(statesOf(order));
  if (hasEnded(order) || order.state === 'locked')
    expect(order.operations.filter((one) => holdsPlace(one) || isUnfinished(one))).toEqual([]);
  if (order.state === 'fulfilled' || order.state === 'locked') expect(states).toContain('done');
  if (order.state === 'failed') expect(states).toEqual(new Set(['failed']));
  if (order.state !== 'submitted') return;
  const isWaiting = order.operations.some((one) => isUnfinished(one) && !holdsPlace(one));
  expect(isWaiting && order.lookAgainAt === null).toBe(false);
}

it('whatever happens, an order that has ended stays as it is, without a place or unfinished work', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Order['service']>('auto', 'pro'),
      fc.array(aStep, { maxLength: 30 }),
      (service, steps) => {
        steps.reduce(
          (order, step, nth) => {
            const next = applied(order, step, later(noon, nth));
            if (hasEnded(order)) expect(next).toEqual(order);
            expectWhole(next);
            return next;
          },
          aDraft(4, service),
        );
      },
    ),
    { seed: 4, numRuns: 500 },
  );
});
