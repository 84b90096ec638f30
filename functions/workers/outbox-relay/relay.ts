import * as v from 'valibot';
import { noticeIn } from '#shared/events/outbox-notice';
import type { EventBus } from '#shared/events/ports/event-bus';
import type { OutboxNotice } from '#shared/events/ports/outbox';
import type { writeLog } from '#shared/platform/log';

interface Needs {
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
  ({ bus, log }: Needs) =>
  async ({ Records }: StreamEvent): Promise<void> => {
    const notices = Records.flatMap((record) => noticeOf(record) ?? []);
    await bus.publish(notices);
    log({ worker: 'outbox-relay', records: Records.length, published: notices.length });
  };

/** Undefined for any other record: it is skipped and does not block the stream. */
function noticeOf(record: unknown): OutboxNotice | undefined {
  const row = v.safeParse(NewRow, record);
  if (!row.success) return undefined;
  const { pk, sk } = row.output.dynamodb.Keys;
  return noticeIn({ pk: pk.S, sk: sk.S });
}
