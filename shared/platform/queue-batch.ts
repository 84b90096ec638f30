import type { writeLog } from '#shared/platform/log';

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

interface Batch {
  /** The name of the worker in its log lines. */
  readonly worker: string;
  /** Processes a message and returns the outcome as one word. */
  readonly work: (record: QueueRecord) => Promise<string>;
  /** Called after a message failed, to change when it is received again. */
  readonly failed?: (record: QueueRecord, error: unknown) => Promise<void>;
  /** Further fields of the log line, once all messages are processed. */
  readonly fields?: () => Readonly<Record<string, unknown>>;
  readonly log: typeof writeLog;
}

const FAILED = 'error';

/** Processes all messages concurrently. Only a message that failed returns to its queue. */
export async function eachMessage(event: QueueEvent, batch: Batch): Promise<BatchResponse> {
  const outcomes = await Promise.all(event.Records.map((record) => outcomeOf(record, batch)));
  const failures = event.Records.filter((_record, position) => outcomes[position] === FAILED);
  batch.log({ worker: batch.worker, messages: outcomes.length, outcomes: countsOf(outcomes), ...batch.fields?.() });
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

async function outcomeOf(record: QueueRecord, { worker, work, failed, log }: Batch): Promise<string> {
  try {
    return await work(record);
  } catch (error) {
    log({ worker, messageId: record.messageId, ...traceOf(error) }, 'ERROR');
    // Best effort: otherwise the message returns after the visibility timeout of its queue.
    await failed?.(record, error).catch((again: unknown) =>
      log({ worker, messageId: record.messageId, ...traceOf(again) }, 'WARN'),
    );
    return FAILED;
  }
}

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
