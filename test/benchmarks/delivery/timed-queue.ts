import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { SECOND_MS } from '#shared/foundation/core/time';
import { type InMemoryClient, inMemoryClient, on } from '#test/doubles/aws/in-memory-client';
import { type Draw, passing } from './latencies.ts';

export interface Message {
  readonly body: string;
  receives: number;
  /** Set by its consumer, to come back sooner than the queue would bring it. */
  hiddenUntil: number | undefined;
}

/** One standard queue in real time: first in, first out, as far as that goes with delays. Fair queues are not modelled. */
export class TimedQueue {
  readonly name: string;
  readonly visibilityMs: number;
  /** Called whenever a message can be taken. */
  listener: () => void = () => undefined;
  /** The most messages that ever lay here ready. */
  longest = 0;
  #ready: Message[] = [];
  #taken = 0;
  #isClosed = false;

  constructor(name: string, visibilityMs: number) {
    this.name = name;
    this.visibilityMs = visibilityMs;
  }

  get waiting(): number {
    return this.#ready.length - this.#taken;
  }

  addIn(milliseconds: number, message: Message): void {
    const timer = setTimeout(() => {
      if (this.#isClosed) return;
      this.#ready.push(message);
      this.longest = Math.max(this.longest, this.waiting);
      this.listener();
    }, milliseconds);
    // What waits for its next attempt when a run is over does not keep the process alive.
    timer.unref();
  }

  /** Nothing comes out any more. */
  close(): void {
    this.#isClosed = true;
    this.#ready = [];
    this.#taken = 0;
  }

  take(most: number): readonly Message[] {
    const taken = this.#ready.slice(this.#taken, this.#taken + most);
    this.#taken += taken.length;
    if (this.#taken > 10_000) {
      this.#ready = this.#ready.slice(this.#taken);
      this.#taken = 0;
    }
    for (const message of taken) message.receives += 1;
    return taken;
  }

  /** What its consumer did not finish comes again, at a chosen moment or after the queue's own time. */
  returned(message: Message): void {
    const now = Date.now();
    const at = message.hiddenUntil ?? now + this.visibilityMs;
    message.hiddenUntil = undefined;
    this.addIn(Math.max(0, at - now), message);
  }
}

export const newMessage = (body: string): Message => ({ body, receives: 0, hiddenUntil: undefined });

const urlOf = (name: string) => `https://sqs.eu-central-1.amazonaws.com/000000000000/${name}`;

/** The SDK's client over these queues; `held` are the messages in hand, by their receipts. */
export function sqsOver(queues: readonly TimedQueue[], held: ReadonlyMap<string, Message>, draw: Draw) {
  const queueAt = (url = '') => {
    const queue = queues.find(({ name }) => url.endsWith(`/${name}`));
    if (!queue) throw new Error(`There is no queue ${url}.`);
    return queue;
  };
  const client: InMemoryClient<SQSClient['send']> = inMemoryClient<SQSClient['send']>('SQS', [
    on(SendMessageBatchCommand, async ({ QueueUrl, Entries = [] }) => {
      const queue = queueAt(QueueUrl);
      // One measured wait is all the way to the consumer; half of it is the sender's.
      const halfway = draw('queue') / 2;
      await passing(halfway);
      for (const { MessageBody = '', DelaySeconds = 0 } of Entries)
        queue.addIn(halfway + DelaySeconds * SECOND_MS, newMessage(MessageBody));
      return { Successful: [], Failed: [] };
    }),
    on(ChangeMessageVisibilityCommand, async ({ ReceiptHandle = '', VisibilityTimeout = 0 }) => {
      await passing(draw('write'));
      const message = held.get(ReceiptHandle);
      if (message) message.hiddenUntil = Date.now() + VisibilityTimeout * SECOND_MS;
      return {};
    }),
  ]);
  return { client, urlOf };
}
