import type { Instant } from '#shared/foundation/core/time';
import { estimatedAt } from '#shared/texts/orders/rules/estimated-at';
import type { Operation, Order } from '#shared/texts/orders/rules/order';
import type { OrderIngestion } from '#shared/texts/orders/rules/order-ingestion';
import { describe, expect, it } from '#test/support/jest';
import { anId } from '#test/unit/meetings/rules/a-meeting';
import { order as aTranslation } from '#test/unit/versions/golden/builders';

const at = 1_400 as Instant;
const ofOperation = {
  id: anId('opr'),
  kind: 'transcription',
  targetLanguage: null,
  conversationId: anId('con'),
} as const;
const pending: Operation = { ...ofOperation, state: 'pending', hasPlace: false };
const done: Operation = { ...ofOperation, state: 'done' };

const stored: OrderIngestion = {
  ...{ id: anId('ing'), url: 'https://files.test/a.mp3', state: 'done' },
  ...{ sizeBytes: 1, durationSeconds: 90, contentType: 'audio/mpeg' },
};
const copied: OrderIngestion = {
  ...{ id: anId('ing'), url: 'https://files.test/a.mp3', state: 'processing' },
  source: { kind: 'upload', key: 'uploads/a' },
};

const labels = {
  ...({ id: anId('ord'), workspaceId: anId('wks'), service: 'auto', name: 'Interview', language: 'en' } as const),
  ...{ targetLanguages: [], folderId: null, glossaryIds: [], styleGuideId: null, tags: [], metadata: {} },
  ...({ kind: 'transcription', speakers: {}, operations: [pending], createdAt: at, updatedAt: at } as const),
};
const submitted = { state: 'submitted', submittedAt: at, lookAgainAt: null } as const;

/** A submitted order whose file lasts 90 seconds. */
const ofMedia: Order = { ...labels, ...submitted, ingestion: stored };

describe('the estimate of a text', () => {
  it('is the length of the audio after the last change of the order, in a whole second', () => {
    expect(estimatedAt(ofMedia, pending)).toBe(92_000);
  });

  it('is that for each track of the file that is heard', () => {
    const ofTracks: Order = { ...ofMedia, ingestion: { ...stored, audioTracks: 3 }, speakers: { tracks: true } };

    expect(estimatedAt(ofTracks, pending)).toBe(272_000);
  });

  it.each<readonly [string, Order, Operation]>([
    ['a translation', { ...aTranslation, ...submitted }, pending],
    ['work of people', { ...ofMedia, service: 'pro' }, pending],
    ['a text that is done', ofMedia, done],
    ['a draft', { ...labels, ingestion: stored, state: 'incomplete', expiresAt: at }, pending],
    ['a file that is not read yet', { ...ofMedia, ingestion: copied }, pending],
  ])('is unknown for %s', (_case, order, one) => {
    expect(estimatedAt(order, one)).toBeNull();
  });
});
