import { SECOND_MS } from '#shared/foundation/core/time';
import type { BatchResponse, QueueEvent } from '#shared/foundation/platform/queue-batch';
import { type Draw, passing } from './latencies.ts';
import type { Message, TimedQueue } from './timed-queue.ts';

export interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** The containers of one function: each works on one invocation at a time and is kept for the next. */
export class Containers<Handler> {
  /** All that were ever started. */
  started = 0;
  readonly #make: () => Handler;
  readonly #draw: Draw;
  readonly #idle: Handler[] = [];

  constructor(make: () => Handler, draw: Draw) {
    this.#make = make;
    this.#draw = draw;
  }

  async run<Answer>(invoke: (handler: Handler) => Promise<Answer>): Promise<Answer> {
    const handler = this.#idle.pop() ?? (await this.#start());
    try {
      return await invoke(handler);
    } finally {
      this.#idle.push(handler);
    }
  }

  async #start(): Promise<Handler> {
    this.started += 1;
    await passing(this.#draw('coldStart'));
    return this.#make();
  }
}

export type QueueHandler = (event: QueueEvent, invocation: Invocation) => Promise<BatchResponse>;

interface MappingProps {
  readonly queue: TimedQueue;
  readonly containers: Containers<QueueHandler>;
  /** `MaximumConcurrency`, as lib/ sets it. */
  readonly atOnce: number;
  readonly timeoutSeconds: number;
  /** Messages of one batch. That more than ten wait a moment for others is not modelled: batches are smaller here. */
  readonly batch?: number;
  /** Messages in hand, by receipt. */
  readonly held: Map<string, Message>;
  /** An invocation that threw. */
  readonly failed: (error: unknown) => void;
}

const BATCH = 10;
/**
 * "Lambda starts processing five batches at a time … increases by up to 300 more instances per minute":
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const AT_FIRST = 5;
const ONE_MORE_EVERY_MS = 200;

/** Hands a queue's messages to its function as Lambda does, up to ten at a time or as many as it is told, as soon as there are any. */
export class Mapping {
  readonly #props: MappingProps;
  #running = 0;
  #allowed: number;
  #growing = false;
  #receipts = 0;

  constructor(props: MappingProps) {
    this.#props = props;
    this.#allowed = Math.min(AT_FIRST, props.atOnce);
    props.queue.listener = () => this.#pump();
  }

  #pump(): void {
    const { queue } = this.#props;
    while (this.#running < this.#allowed && queue.waiting > 0) {
      this.#running += 1;
      this.#work(queue.take(this.#props.batch ?? BATCH)).catch(this.#props.failed);
    }
    if (queue.waiting > 0) this.#grow();
  }

  #grow(): void {
    if (this.#growing || this.#allowed >= this.#props.atOnce) return;
    this.#growing = true;
    setTimeout(() => {
      this.#growing = false;
      this.#allowed += 1;
      this.#pump();
    }, ONE_MORE_EVERY_MS);
  }

  async #work(messages: readonly Message[]): Promise<void> {
    try {
      await this.#invoke(messages);
    } finally {
      this.#running -= 1;
      this.#pump();
    }
  }

  async #invoke(messages: readonly Message[]): Promise<void> {
    const { queue, containers, held, timeoutSeconds } = this.#props;
    const records = messages.map((message) => this.#recordOf(message));
    for (const { receiptHandle, message } of records) held.set(receiptHandle, message);
    const { batchItemFailures } = await containers.run((handler) => {
      const deadline = Date.now() + timeoutSeconds * SECOND_MS;
      return handler({ Records: records }, { getRemainingTimeInMillis: () => deadline - Date.now() });
    });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const { messageId, receiptHandle, message } of records) {
      held.delete(receiptHandle);
      if (failed.has(messageId)) queue.returned(message);
    }
  }

  #recordOf(message: Message) {
    const { name } = this.#props.queue;
    this.#receipts += 1;
    return {
      message,
      messageId: String(this.#receipts),
      receiptHandle: `${name}-${this.#receipts}`,
      body: message.body,
      attributes: { ApproximateReceiveCount: String(message.receives) },
      eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${name}`,
    };
  }
}
