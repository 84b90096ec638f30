import * as v from 'valibot';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { outboxRefIn } from '#shared/foundation/events/outbox';
import type { EventBus, OutboxRef } from '#shared/foundation/events/ports';
import { eventBridgeClient } from '#shared/foundation/platform/aws-clients';
import { lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';

interface Context {
  readonly bus: EventBus;
  readonly log: typeof writeLog;
}

interface StreamEvent {
  readonly Records: readonly unknown[];
}

const NewRow = v.object({
  eventName: v.literal('INSERT'),
  dynamodb: v.object({ Keys: v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) }) }),
});

/**
 * Publishes the key of each new outbox row. Throws unless the bus accepted all of them: the stream then repeats the batch,
 * and consumers are idempotent. Partial batch responses are not used, because not every stream source honours them.
 */
export const outboxRelay =
  ({ bus, log }: Context) =>
  async ({ Records }: StreamEvent): Promise<void> => {
    const refs = Records.flatMap((record) => refOf(record) ?? []);
    await bus.publish(refs);
    log({ worker: 'outbox-relay', records: Records.length, published: refs.length });
  };

/** Undefined for any other record: it is skipped and does not block the stream. */
function refOf(record: unknown): OutboxRef | undefined {
  const row = v.safeParse(NewRow, record);
  if (!row.success) return undefined;
  const { pk, sk } = row.output.dynamodb.Keys;
  return outboxRefIn({ pk: pk.S, sk: sk.S });
}

export const handler = lazyHandler(() =>
  outboxRelay({ bus: eventBridgeBus(eventBridgeClient(), requiredEnv('busName')), log: writeLog }),
);
