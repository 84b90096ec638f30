import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
  SQSServiceException,
} from '@aws-sdk/client-sqs';
import { type InMemoryClient, inMemoryClient, type Operation, on } from './in-memory-client.ts';
import { atOnce, type Latency, systemTime, type TimeSource } from './latency.ts';
import { moving } from './sqs/move-tasks.ts';
import { MemoryQueue, type QueuedMessage, type QueueSettings } from './sqs/queue.ts';
import { refuseBatch, refuseMessage, refuseOutside, refuseVisibility } from './sqs/sizes.ts';

export interface InMemorySqsOptions {
  readonly time?: TimeSource;
  readonly latency?: Latency;
  /** Whether an entry of a `SendMessageBatch` comes back in `Failed`, as a throttled one does. */
  readonly failsEntry?: (body: string, queueUrl: string) => boolean;
}

/** An SQS client with standard queues behind it. Waiting (`WaitTimeSeconds`) is not modelled: it answers at once. */
export interface InMemorySqs extends InMemoryClient<SQSClient['send']> {
  /** Every message of a queue that is not deleted, hidden ones too, oldest first. */
  messages(queueName: string): readonly Readonly<QueuedMessage>[];
  /** The address of a queue, as the service would get it in its environment. */
  urlOf(queueName: string): string;
}

const SECOND_MS = 1_000;
const DEFAULT_VISIBILITY_SECONDS = 30;
const $metadata = { httpStatusCode: 400, attempts: 1 };

export const inMemorySqs = (
  queues: Readonly<Record<string, QueueSettings>>,
  options: InMemorySqsOptions = {},
): InMemorySqs => {
  const service = new QueueService(queues, options);
  return {
    ...inMemoryClient<SQSClient['send']>('SQS', [
      ...sending(service),
      ...receiving(service),
      ...deleting(service),
      ...moving(service),
    ]),
    messages: (queueName) => service.queue(queueName).messages,
    urlOf,
  };
};

const urlOf = (queueName: string) => `https://sqs.eu-central-1.amazonaws.com/000000000000/${queueName}`;
const arnOf = (queueName: string) => `arn:aws:sqs:eu-central-1:000000000000:${queueName}`;

interface Arriving {
  readonly body: string | undefined;
  readonly delaySeconds?: number | undefined;
  readonly group?: string | undefined;
}

/** The queues, by the last part of their address. */
class QueueService {
  readonly time: TimeSource;
  readonly arrive: Latency;
  readonly failsEntry: (body: string, queueUrl: string) => boolean;
  readonly #queues: ReadonlyMap<string, MemoryQueue>;
  #sent = 0;

  constructor(queues: Readonly<Record<string, QueueSettings>>, options: InMemorySqsOptions) {
    this.time = options.time ?? systemTime;
    this.arrive = options.latency ?? atOnce;
    this.failsEntry = options.failsEntry ?? (() => false);
    this.#queues = new Map(Object.entries(queues).map(([name, settings]) => [name, new MemoryQueue(settings)]));
  }

  queue(url: string | undefined): MemoryQueue {
    const queue = this.#queues.get(url?.split(/[/:]/).at(-1) ?? '');
    if (!queue) throw new QueueDoesNotExist({ message: 'The specified queue does not exist.', $metadata });
    return queue;
  }

  /** The queues that give up into this one. */
  sourcesOf(deadLetters: MemoryQueue): readonly MemoryQueue[] {
    const queues = [...this.#queues.values()];
    return queues.filter(({ settings }) => settings.redrive && this.#queues.get(settings.redrive.to) === deadLetters);
  }

  enqueue(queue: MemoryQueue, { body = '', delaySeconds = 0, group }: Arriving): string {
    this.#sent += 1;
    const sentAt = this.time.now();
    const id = `message-${this.#sent}`;
    queue.add({ id, body, sentAt, visibleAt: sentAt + delaySeconds * SECOND_MS, receives: 0, ...(group && { group }) });
    return id;
  }
}

const sending = (service: QueueService): readonly Operation[] => [
  on(SendMessageCommand, async ({ QueueUrl, MessageBody, DelaySeconds, MessageGroupId }) => {
    const queue = service.queue(QueueUrl);
    refuseMessage(MessageBody, DelaySeconds);
    await service.arrive('SendMessage');
    const arriving = { body: MessageBody, delaySeconds: DelaySeconds, group: MessageGroupId };
    return { MessageId: service.enqueue(queue, arriving) };
  }),
  on(SendMessageBatchCommand, async ({ QueueUrl, Entries = [] }) => {
    const queue = service.queue(QueueUrl);
    refuseBatch(Entries);
    await service.arrive('SendMessageBatch');
    return eachOf(Entries, ({ Id, MessageBody, DelaySeconds, MessageGroupId }) => {
      refuseMessage(MessageBody, DelaySeconds);
      if (service.failsEntry(MessageBody ?? '', QueueUrl ?? '')) throw throttled();
      const arriving = { body: MessageBody, delaySeconds: DelaySeconds, group: MessageGroupId };
      return { Id, MessageId: service.enqueue(queue, arriving), MD5OfMessageBody: undefined };
    });
  }),
];

const throttled = () =>
  new SQSServiceException({ name: 'InternalError', $fault: 'server', message: 'Please try again.', $metadata });

const receiving = (service: QueueService): readonly Operation[] => [
  on(ReceiveMessageCommand, async (input) => {
    const queue = service.queue(input.QueueUrl);
    const most = input.MaxNumberOfMessages ?? 1;
    refuseOutside('MaxNumberOfMessages', most, 1, 10);
    const seconds = input.VisibilityTimeout ?? queue.settings.visibilityTimeoutSeconds ?? DEFAULT_VISIBILITY_SECONDS;
    refuseVisibility(seconds);
    await service.arrive('ReceiveMessage');
    const give = (message: QueuedMessage) => service.queue(queue.settings.redrive?.to).add({ ...message, receives: 0 });
    const messages = queue.receive(most, service.time.now(), seconds * SECOND_MS, give);
    const asked = [...(input.MessageSystemAttributeNames ?? []), ...(input.AttributeNames ?? [])];
    return messages.length > 0 ? { Messages: messages.map((message) => received(message, asked)) } : {};
  }),
  on(ChangeMessageVisibilityCommand, async ({ QueueUrl, ReceiptHandle, VisibilityTimeout = 0 }) => {
    const queue = service.queue(QueueUrl);
    refuseVisibility(VisibilityTimeout);
    await service.arrive('ChangeMessageVisibility');
    const now = service.time.now();
    queue.changeVisibility(ReceiptHandle, now + VisibilityTimeout * SECOND_MS, now);
    return {};
  }),
  on(GetQueueAttributesCommand, async ({ QueueUrl, AttributeNames = [] }) => {
    const queue = service.queue(QueueUrl);
    await service.arrive('GetQueueAttributes');
    const QueueArn = arnOf(QueueUrl?.split('/').at(-1) ?? '');
    return { Attributes: chosen({ ...countsOf(queue, service.time.now()), QueueArn }, AttributeNames) };
  }),
  on(GetQueueUrlCommand, async ({ QueueName = '' }) => {
    service.queue(QueueName);
    await service.arrive('GetQueueUrl');
    return { QueueUrl: urlOf(QueueName) };
  }),
];

const received = (message: QueuedMessage, asked: readonly string[]): Message => {
  const attributes = {
    ApproximateReceiveCount: String(message.receives),
    SentTimestamp: String(message.sentAt),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  };
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    ...(asked.length > 0 && { Attributes: chosen(attributes, asked) }),
  };
};

const chosen = (attributes: Readonly<Record<string, string>>, asked: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => asked.includes('All') || asked.includes(name)));

const countsOf = ({ messages, settings }: MemoryQueue, now: number): Record<string, string> => {
  const hidden = messages.filter(({ visibleAt }) => visibleAt > now);
  const delayed = hidden.filter(({ receives }) => receives === 0);
  return {
    ApproximateNumberOfMessages: String(messages.length - hidden.length),
    ApproximateNumberOfMessagesNotVisible: String(hidden.length - delayed.length),
    ApproximateNumberOfMessagesDelayed: String(delayed.length),
    VisibilityTimeout: String(settings.visibilityTimeoutSeconds ?? DEFAULT_VISIBILITY_SECONDS),
  };
};

const deleting = (service: QueueService): readonly Operation[] => [
  on(DeleteMessageCommand, async ({ QueueUrl, ReceiptHandle }) => {
    const queue = service.queue(QueueUrl);
    await service.arrive('DeleteMessage');
    queue.delete(ReceiptHandle);
    return {};
  }),
  on(DeleteMessageBatchCommand, async ({ QueueUrl, Entries = [] }) => {
    const queue = service.queue(QueueUrl);
    refuseBatch(Entries);
    await service.arrive('DeleteMessageBatch');
    return eachOf(Entries, ({ Id, ReceiptHandle }) => {
      queue.delete(ReceiptHandle);
      return { Id };
    });
  }),
];

/** Each entry on its own: one that is refused does not stop the others. */
const eachOf = <Entry extends { readonly Id: string | undefined }, Done>(
  entries: readonly Entry[],
  act: (entry: Entry) => Done,
): { Successful: Done[]; Failed: BatchResultErrorEntry[] } => {
  const Successful: Done[] = [];
  const Failed: BatchResultErrorEntry[] = [];
  for (const entry of entries) {
    try {
      Successful.push(act(entry));
    } catch (error) {
      if (!(error instanceof SQSServiceException)) throw error;
      Failed.push({ Id: entry.Id, Code: error.name, Message: error.message, SenderFault: error.$fault === 'client' });
    }
  }
  return { Successful, Failed };
};
