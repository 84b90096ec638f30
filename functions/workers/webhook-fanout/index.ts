import * as v from 'valibot';
import { idOf, type OutboxId, type WorkspaceId } from '#shared/foundation/core/ids';
import { SECOND_MS } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { outboxRows } from '#shared/foundation/events/outbox';
import type { OutboxRef, Queue, Visibility } from '#shared/foundation/events/ports';
import { sqsClient } from '#shared/foundation/platform/aws-clients';
import { batchingQueue } from '#shared/foundation/platform/batched-sends';
import { lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent } from '#shared/foundation/platform/queue-batch';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { fanoutRateLimiter } from '#shared/webhooks/delivery/fanout-rate-limiter';
import { serverFromEnvironment } from '#shared/wiring/from-environment';
import { lambdaDependencies } from '#shared/wiring/worker';
import { type FanOutContext, fanOut } from './fan-out.ts';

interface QueueContext extends FanOutContext {
  /** The queue that events come from. */
  readonly queue: Queue<FanOutMessage>;
  /** Of that queue. */
  readonly visibility?: Visibility;
}

const outboxId = v.custom<OutboxId>((text) => idOf('out', text) !== undefined);

/**
 * An event of the bus, as EventBridge puts it into the queue: the keys of outbox rows of one type. From ourselves, with
 * the workspace of all of them.
 */
const Message = v.object({
  detail: v.object({ id: outboxId, type: v.string(), others: v.optional(v.array(outboxId), []) }),
  workspaceId: v.exactOptional(id('wks')),
});

/** Events of one workspace, which is the message group. */
type FanOutMessage = v.InferOutput<typeof Message> & { readonly workspaceId: WorkspaceId };

const refsIn = ({ id, type, others }: FanOutMessage['detail']): readonly OutboxRef[] =>
  [id, ...others].map((one) => ({ id: one, type }));

/** A message that waited for longer has others before it. */
const WAITS_MS = SECOND_MS;

/** Handles messages of the bus. */
export const webhookFanout = (context: QueueContext) => {
  const fan = fanOut(context);
  const fanAll = async (refs: readonly OutboxRef[], isReceivedAgain: boolean): Promise<string> => {
    const ended = await Promise.allSettled(refs.map((ref) => fan(ref, isReceivedAgain)));
    const failed = ended.find(({ status }) => status === 'rejected');
    // The message comes again, for those that are not done.
    if (failed?.status === 'rejected') throw failed.reason;
    return [...new Set(ended.map((one) => (one.status === 'fulfilled' ? one.value : '')))].join(', ');
  };
  return (event: QueueEvent): Promise<BatchResponse> =>
    eachMessage(event, {
      worker: 'webhook-fanout',
      read: (body) => v.parse(Message, JSON.parse(body)),
      visibility: context.visibility,
      work: ({ detail, workspaceId }, { attributes }) => {
        const refs = refsIn(detail);
        const isReceivedAgain = Number(attributes.ApproximateReceiveCount) > 1;
        const hasWaited = context.clock.now() - Number(attributes.SentTimestamp) > WAITS_MS;
        return hasWaited && !workspaceId && !isReceivedAgain
          ? groupEvents(context, refs)
          : fanAll(refs, isReceivedAgain);
      },
      log: context.log,
    });
};

/**
 * Queues events once more, each with its workspace as the message group, which the bus cannot set: the many events of one
 * workspace then do not delay those of others. Only where events wait, so that others need no second message.
 */
async function groupEvents({ table, queue }: QueueContext, refs: readonly OutboxRef[]): Promise<string> {
  const outbox = outboxRows(table);
  const found = await Promise.all(refs.map(async (ref) => ({ ref, event: await outbox.read(ref.id, ref.type) })));
  const unfinished = found.flatMap(({ ref, event }) => (event?.unfinished ? [{ ...ref, of: event.workspaceId }] : []));
  const messages = [...Map.groupBy(unfinished, ({ of }) => of)].flatMap(([workspaceId, [first, ...others]]) =>
    first ? [{ detail: { id: first.id, type: first.type, others: others.map(({ id }) => id) }, workspaceId }] : [],
  );
  await queue.send(messages.map((message) => ({ message, group: message.workspaceId })));
  if (messages.length > 0) return 'grouped';
  return found.some(({ event }) => event) ? 'done before' : 'gone';
}

export const handler = lazyHandler(() => {
  const dependencies = lambdaDependencies();
  return webhookFanout({
    table: dependencies.table,
    rateLimiter: fanoutRateLimiter(dependencies),
    clock: systemClock,
    server: serverFromEnvironment(),
    first: batchingQueue(sqsQueue(sqsClient(), requiredEnv('firstQueueUrl'))),
    queue: batchingQueue(sqsQueue(sqsClient(), requiredEnv('fanoutQueueUrl'))),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('fanoutQueueUrl')]),
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
