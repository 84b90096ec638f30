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
 * Publishes each new outbox row by its key. Throws unless the bus took all of them: the batch then comes again, and
 * whoever hears of a row twice finds its work done. Partial answers are not used, since not every stream heeds them.
 */
export const outboxRelay =
  ({ bus, log }: Needs) =>
  async ({ Records }: StreamEvent): Promise<void> => {
    const notices = Records.flatMap((record) => noticeOf(record) ?? []);
    await bus.publish(notices);
    log({ worker: 'outbox-relay', records: Records.length, published: notices.length });
  };

/** Anything else that comes along the stream is none of ours, and must not hold it up. */
function noticeOf(record: unknown): OutboxNotice | undefined {
  const row = v.safeParse(NewRow, record);
  if (!row.success) return undefined;
  const { pk, sk } = row.output.dynamodb.Keys;
  return noticeIn({ pk: pk.S, sk: sk.S });
}
