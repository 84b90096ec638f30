import type { Received, Visibility } from '#shared/foundation/events/ports';
import type { writeLog } from '#shared/foundation/platform/log';

/** The used fields of the event that Lambda receives from SQS. */
export interface QueueEvent {
  readonly Records: readonly QueueRecord[];
}

export interface QueueRecord {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** The time at which it was sent is in milliseconds. */
  readonly attributes: { readonly ApproximateReceiveCount: string; readonly SentTimestamp?: string };
  readonly eventSourceARN: string;
}

/** The partial batch response (`ReportBatchItemFailures`). */
export interface BatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

interface Batch<Message> {
  /** The name of the worker in its log lines. */
  readonly worker: string;
  /** What the body of a message says. Throws where it cannot be read, which no further try changes. */
  readonly read: (body: string) => Message;
  /** Processes a message and returns the outcome as one word. */
  readonly work: (message: Message, record: QueueRecord) => Promise<string>;
  /**
   * Shows a message that cannot be read again at once: its tries are used up within seconds, and it is a dead letter with an
   * alarm. Without it, it comes after the visibility timeout of its queue each time, which takes hours.
   */
  readonly visibility: Visibility | undefined;
  /** Called after a message failed, to change when it is received again. */
  readonly failed?: (record: QueueRecord, error: unknown) => Promise<void>;
  /** Further fields of the log line, once all messages are processed. */
  readonly fields?: () => Readonly<Record<string, unknown>>;
  readonly log: typeof writeLog;
}

const FAILED = 'error';
const UNREADABLE = 'unreadable';

/** Processes all messages concurrently. Only a message that failed returns to its queue. */
export async function eachMessage<Message>(event: QueueEvent, batch: Batch<Message>): Promise<BatchResponse> {
  const outcomes = await Promise.all(event.Records.map((record) => outcomeOf(record, batch)));
  const failures = event.Records.filter((_record, position) => isFailure(outcomes[position]));
  batch.log({ worker: batch.worker, messages: outcomes.length, outcomes: countsOf(outcomes), ...batch.fields?.() });
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

const isFailure = (outcome: string | undefined): boolean => outcome === FAILED || outcome === UNREADABLE;

async function outcomeOf<Message>(record: QueueRecord, batch: Batch<Message>): Promise<string> {
  const { read, work, failed, visibility } = batch;
  let message: Message;
  try {
    message = read(record.body);
  } catch (error) {
    await reportFailure(record, batch, error, visibility && (() => visibility.hideFor(receivedIn(record), 0)));
    return UNREADABLE;
  }
  try {
    return await work(message, record);
  } catch (error) {
    await reportFailure(record, batch, error, failed && (() => failed(record, error)));
    return FAILED;
  }
}

/**
 * Writes why a message failed to the log, and changes when it comes again. That is best effort: otherwise it comes after
 * the visibility timeout of its queue.
 */
async function reportFailure(
  { messageId }: QueueRecord,
  { worker, log }: Pick<Batch<unknown>, 'worker' | 'log'>,
  error: unknown,
  changeReturn: (() => Promise<void>) | undefined,
): Promise<void> {
  log({ worker, messageId, ...traceOf(error) }, 'ERROR');
  await changeReturn?.().catch((again: unknown) => log({ worker, messageId, ...traceOf(again) }, 'WARN'));
}

/** The message at its queue. */
export const receivedIn = ({ eventSourceARN, receiptHandle }: QueueRecord): Received => ({
  queue: eventSourceARN.split(':').at(-1) ?? '',
  receipt: receiptHandle,
});

const countsOf = (words: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length]));

/** The name and location of an error, without its message, which may quote confidential input. */
export function traceOf(error: unknown): { readonly error: string; readonly at: string | undefined; cause?: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: undefined };
  // The message precedes the stack frames and may contain lines that look like them.
  const at = error.stack
    ?.slice(error.stack.indexOf(error.message) + error.message.length)
    .split('\n')
    .find((line) => line.startsWith('    at '))
    ?.trim();
  return { error: error.name, at, ...(error.cause instanceof Error && { cause: error.cause.name }) };
}
