import { describe, expect, it } from '@jest/globals';
import type { Instant } from '#shared/core/time';
import { estimatedAt } from '#shared/orders/rules/estimated-at';
import type { Operation, Order } from '#shared/orders/rules/order';
import { order as aTranslation } from '#test/unit/versions/golden/builders';

const [operation] = aTranslation.operations;
const pending = { ...operation, state: 'pending', hasPlace: false } as Operation;
const ofMedia = {
  ...aTranslation,
  ...{ kind: 'transcription', state: 'submitted', updatedAt: 1_400 as Instant, operations: [pending] },
  ingestion: { state: 'done', sizeBytes: 1, durationSeconds: 90, contentType: 'audio/mpeg' },
} as unknown as Order;

describe('the estimate of a text', () => {
  it('is the length of the audio after the last change of the order, in a whole second', () => {
    expect(estimatedAt(ofMedia, pending)).toBe(92_000);
  });

  it.each<readonly [string, Order, Operation]>([
    ['a translation', { ...aTranslation, state: 'submitted', lookAgainAt: null } as Order, pending],
    ['work of people', { ...ofMedia, service: 'pro' }, pending],
    ['a text that is done', ofMedia, { ...pending, state: 'done' } as Operation],
    ['a draft', { ...ofMedia, state: 'incomplete' } as Order, pending],
    ['a file that is not read yet', { ...ofMedia, ingestion: { state: 'processing' } } as unknown as Order, pending],
  ])('is unknown for %s', (_case, order, one) => {
    expect(estimatedAt(order, one)).toBeNull();
  });
});
