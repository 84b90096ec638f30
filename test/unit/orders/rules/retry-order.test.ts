import fc from 'fast-check';
import type { ConversationId, IngestionId, OperationId, OrderId, WorkspaceId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { hasConversation, type Order } from '#shared/texts/orders/rules/order';
import { requireFailed, retriedOrder } from '#shared/texts/orders/rules/retry-order';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const failedAt = noon;
const now = later(noon, MINUTE_MS);
const FACTS = { source: 'text', hasConversations: true, isAtEngine: false } as const;

type Failed = Order & { readonly state: 'failed' };

const aFailedOrder = (operations: number, submittedAt: Failed['submittedAt'] = noon): Failed => ({
  ...{ id: 'ord_1' as OrderId, workspaceId: 'wks_1' as WorkspaceId, kind: 'translation', service: 'auto' },
  ...{ sourceConversationId: 'con_source' as ConversationId, name: 'Welcome', language: 'en', targetLanguages: [] },
  ...{ folderId: null, glossaryIds: [], styleGuideId: null, tags: [], metadata: {}, createdAt: noon, updatedAt: noon },
  operations: Array.from({ length: operations }, (_, nth) => ({
    ...{ id: `opr_${nth}` as OperationId, kind: 'translation', targetLanguage: `l${nth}` },
    ...{ conversationId: `con_${nth}` as ConversationId, state: 'failed', failureReason: 'translation_failed' },
  })),
  ...{ state: 'failed', submittedAt, endedAt: failedAt, failureReason: 'translation_failed' },
});

const idsFor = ({ operations }: Order) => ({
  ingestionId: 'ing_new' as IngestionId,
  operationIds: operations.map((_, nth) => `opr_new${nth}` as OperationId),
});

describe('a failed order that is run again', () => {
  it('has the same languages and conversations, other operations, and nothing of its failure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (count) => {
        const order = aFailedOrder(count);
        const again = retriedOrder(order, FACTS, idsFor(order), now);

        expect(again).toMatchObject({ id: order.id, state: 'submitted', submittedAt: now });
        expect(again).not.toHaveProperty('endedAt');
        expect(again).not.toHaveProperty('failureReason');
        const named = (one: Order) => one.operations.map((each) => [each.conversationId, each.targetLanguage]);
        expect(named(again)).toEqual(named(order));
        expect(again.operations.every((each) => each.state === 'pending' && hasConversation(again, each))).toBe(true);
        expect(again.operations.some(({ id }) => order.operations.some((one) => one.id === id))).toBe(false);
      }),
    );
  });

  it('is a draft again where it failed as one', () => {
    const order = aFailedOrder(1, null);

    expect(retriedOrder(order, FACTS, idsFor(order), now)).toMatchObject({ state: 'incomplete' });
  });

  it.each([
    ['there is nothing to begin from', { source: { gone: 'It is gone.' } }, 'It is gone.'],
    ['a conversation was deleted', { hasConversations: false }, 'was deleted'],
    ['its speech service is at work', { isAtEngine: true }, 'still works'],
  ] as const)('is refused where %s', (_what, facts, reason) => {
    const order = aFailedOrder(1);

    expect(() => retriedOrder(order, { ...FACTS, ...facts }, idsFor(order), now)).toThrow(reason);
  });

  it('is refused within a minute, and in any other state', () => {
    const order = aFailedOrder(1);

    expect(() => requireFailed(order, later(now, -1))).toThrow('has just failed');
    expect(() => requireFailed(order, now)).not.toThrow();
    expect(() => requireFailed(retriedOrder(order, FACTS, idsFor(order), now), now)).toThrow('is submitted');
  });
});
