import type { DeliveryContext } from '#functions/workers/webhook-delivery/context';
import type { QueueRecord } from '#shared/foundation/platform/queue-batch';
import type { InMemoryTable } from '#test/doubles/dynamodb/in-memory-dynamodb';

/** What can be left out, to see whether its absence is noticed. */
export type Part = 'sweeper' | 'lease' | 'rate' | 'bound of requeued messages' | 'statistics';

/** How the wiring differs from a deployment's. Nothing of the product knows of it. */
export interface LeftOut {
  readonly sweeper: boolean;
  readonly delivery: (context: DeliveryContext) => DeliveryContext;
  readonly record: (record: QueueRecord) => QueueRecord;
}

export const without = (part: Part | undefined, dynamo: InMemoryTable): LeftOut => ({
  sweeper: part === 'sweeper',
  delivery: DELIVERIES[part ?? 'sweeper'] ?? ((context) => context),
  record: part === 'bound of requeued messages' ? (record) => requeuing(record, dynamo) : (record) => record,
});

/** Every slot is now, and no second is full. */
const withoutRate = (context: DeliveryContext): DeliveryContext => ({
  ...context,
  rateLimiter: { reserve: async () => context.clock.now(), take: async () => true },
});

/** Every caller gets the lease of the delivery, and nothing of it is written. */
const withoutLeases = (context: DeliveryContext): DeliveryContext => ({
  ...context,
  deliveries: {
    ...context.deliveries,
    saveLease: async (before, held) => ({ revision: before.revision, state: held }),
  },
});

/** What belongs into the transaction of an attempt is not written. */
const withoutFollowing = (context: DeliveryContext): DeliveryContext => ({
  ...context,
  deliveries: {
    ...context.deliveries,
    recordAttempt: (before, ended, now) => context.deliveries.recordAttempt(before, ended, now),
  },
});

const DELIVERIES: Readonly<Partial<Record<Part, LeftOut['delivery']>>> = {
  lease: withoutLeases,
  rate: withoutRate,
  statistics: withoutFollowing,
};

/** A stale message, however old, says that it is the one just before and comes again: any of them then requeues the next. */
function requeuing(record: QueueRecord, dynamo: InMemoryTable): QueueRecord {
  const message = JSON.parse(record.body);
  const row = dynamo.item({ pk: { S: message.deliveryId }, sk: { S: '.' } });
  const next = Number(JSON.parse(row?.['state']?.S ?? '{}').next);
  if (!(message.attempt < next)) return record;
  return {
    ...record,
    body: JSON.stringify({ ...message, attempt: next - 1 }),
    attributes: { ApproximateReceiveCount: '2' },
  };
}
