import { HOUR_MS } from '#shared/foundation/core/time';
import { type Attempt, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { EventPath } from '#test/support/event-path';
import { believes, type Received } from './receiver.ts';

interface Emitted {
  readonly events: number;
  readonly endpoints: readonly { readonly id: string; readonly secret: string; readonly receiver: Listener }[];
}

interface Listener {
  readonly received: readonly Received[];
}

/** Which promises of the path do not hold, now that it is quiet; each in a sentence. */
export async function violations(path: EventPath, { events, endpoints }: Emitted): Promise<readonly string[]> {
  const deliveries = await path.all();
  const histories = await Promise.all(
    deliveries.map(async (delivery) => ({ delivery, attempts: await path.deliveries.attempts(delivery) })),
  );
  const perPair = new Set(deliveries.map(({ outboxId, endpointId }) => `${outboxId} ${endpointId}`));
  const outbox = path.dynamo.items().filter(({ type }) => type?.S === 'event');
  return [
    ...unless(outbox.length === events, 'I1: an event has not exactly one row'),
    ...unless(perPair.size === events * endpoints.length, 'I2: an event and an endpoint have no delivery'),
    ...unless(deliveries.length === perPair.size, 'I2: an event and an endpoint have two deliveries'),
    ...histories.flatMap(({ delivery, attempts }) => ofHistory(delivery, attempts)),
    ...endpoints.flatMap(({ secret, receiver }) => ofReceived(secret, receiver.received)),
    ...unless(path.due().length === 0, 'I11: the due index is not empty'),
    ...unless(path.waiting().length === 0, 'I11: a message waits'),
  ];
}

const unless = (holds: boolean, violation: string): readonly string[] => (holds ? [] : [violation]);

function ofHistory(delivery: Delivery, attempts: readonly Attempt[]): readonly string[] {
  const ended = attempts.at(-1)?.attemptedAt ?? delivery.createdAt;
  const succeeded = attempts.filter(acknowledged);
  return [
    ...unless(['delivered', 'failed'].includes(delivery.status), `I3: a delivery ends ${delivery.status}`),
    ...unless(ended - delivery.createdAt <= 15 * HOUR_MS, 'I3: a delivery takes more than 15 hours'),
    ...unless(attempts.length <= 21, 'I4: more than 21 attempts'),
    ...unless(
      attempts.every(({ number }, at) => number === at + 1),
      'I4: attempts have holes',
    ),
    ...unless((delivery.status === 'delivered') === (succeeded.length === 1), 'I5: delivered without one 2xx'),
    ...unless(delivery.status !== 'failed' || attempts.length === 21, 'I6: failed before 21 attempts'),
    ...unless(delivery.attemptsCount === attempts.length, 'the count of attempts is wrong'),
  ];
}

function ofReceived(secret: string, received: readonly Received[]): readonly string[] {
  const genuine = { ours: 'genuine', plain: true, standard: true };
  const bodies = Map.groupBy(received, ({ id }) => id);
  return [
    ...unless(
      [...bodies.values()].every((same) => new Set(same.map(({ body }) => body)).size === 1),
      'I8: two bodies under one id',
    ),
    ...unless(
      received.every((one) => JSON.stringify(believes(secret, one)) === JSON.stringify(genuine)),
      'I8: a signature does not verify',
    ),
    ...unless(
      received.every(({ at, timestamp }) => Math.abs(at / 1_000 - timestamp) <= 10),
      'I8: a timestamp is not of its sending',
    ),
  ];
}
