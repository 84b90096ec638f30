import { DeleteMessageCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { BatchResponse, QueueEvent } from '#shared/foundation/platform/queue-batch';
import type { ChangeRecord } from '#test/doubles/dynamodb/change-stream';
import type { FaultPlan } from './container.ts';
import { deleteProcessed, queueEventOf } from './queue-event.ts';
import { type inMemoryServices, QUEUES, type QueueName } from './services.ts';
import { type Invocation, warmFunction } from './warm-function.ts';
import { deliveryIn, fanoutIn, relayIn, sweeperIn } from './workers.ts';

interface Circumstances {
  readonly plan: FaultPlan;
  readonly duplicates?: (() => number | undefined) | undefined;
}

type QueueHandler = (event: QueueEvent, invocation: Invocation) => Promise<BatchResponse>;

const BATCH = 10;
/** How often the stream hands out a batch that fails, before it gives the batch up. */
const MOST_TRIES = 10;

/** The event source mappings of Lambda: invoke functions with batches of the stream and the queues, and retry failures. */
export function inProcessPlatform(
  services: ReturnType<typeof inMemoryServices>,
  { plan, duplicates = () => undefined }: Circumstances,
) {
  const { dynamo, sqs, clock, put } = services;
  const relay = warmFunction({
    worker: 'outbox-relay',
    plan,
    clock,
    make: (container) => relayIn(services, container),
  });
  const sweeper = warmFunction({ worker: 'sweeper', plan, clock, make: (container) => sweeperIn(services, container) });
  const deliverer = () =>
    warmFunction<QueueHandler>({
      worker: 'webhook-delivery',
      plan,
      clock,
      make: (container) => deliveryIn(services, container),
    });
  const consumers = {
    fanout: warmFunction<QueueHandler>({
      worker: 'webhook-fanout',
      plan,
      clock,
      make: (one) => fanoutIn(services, one),
    }),
    first: deliverer(),
    retry: deliverer(),
    'deliver-slow': deliverer(),
  };
  let held: { readonly records: readonly ChangeRecord[]; tries: number } | undefined;

  /** One batch of the stream; false when there was none. */
  const relayOnce = async (): Promise<boolean> => {
    held ??= { records: dynamo.stream.take(100).filter(isNewOutboxRow), tries: 0 };
    const { records } = held;
    if (records.length > 0) {
      held.tries += 1;
      const done = await relay((handler) => handler({ Records: records }));
      if (!done && held.tries < MOST_TRIES) return true;
    }
    held = undefined;
    return records.length > 0;
  };

  const receive = async (name: QueueName): Promise<readonly Message[]> => {
    const asked = {
      QueueUrl: sqs.urlOf(name),
      MaxNumberOfMessages: BATCH,
      MessageSystemAttributeNames: ['ApproximateReceiveCount' as const, 'SentTimestamp' as const],
    };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked));
    for (const { Body = '' } of Messages) {
      const afterSeconds = duplicates();
      if (afterSeconds !== undefined) await put(name, Body, afterSeconds);
    }
    return Messages;
  };

  /** One batch of a queue; false when none of its messages is visible. */
  const consumeOnce = async (name: QueueName): Promise<boolean> => {
    const messages = await receive(name);
    if (messages.length === 0) return false;
    const event = queueEventOf(name, messages);
    const ended = await consumers[name]((handler, invocation) => handler(event, invocation));
    if (ended) await deleteProcessed(sqs, sqs.urlOf(name), { messages, response: ended.answer });
    return true;
  };

  const take = async (name: QueueName): Promise<void> => {
    const QueueUrl = sqs.urlOf(name);
    for (const { ReceiptHandle } of await receive(name))
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  };

  return {
    /** One batch of a queue vanishes. */
    take,
    relayOnce,
    consumeOnce,
    /** Everything that can work at this moment, side by side; false when nothing could. */
    turn: async (): Promise<boolean> => (await Promise.all([relayOnce(), ...QUEUES.map(consumeOnce)])).includes(true),
    /** Whether it ended well. */
    sweepOnce: async (): Promise<boolean> => (await sweeper((handler) => handler())) !== undefined,
  };
}

/** The filter of the stream's mapping: INSERT, sort key beginning with `EVENT#`. */
export const isNewOutboxRow = ({ eventName, dynamodb }: ChangeRecord): boolean =>
  eventName === 'INSERT' && (dynamodb.Keys['sk']?.S ?? '').startsWith('EVENT#');
