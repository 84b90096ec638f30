import type { writeLog } from '#shared/platform/log';

/** What Lambda hands over of a queue, as far as we look at it. */
export interface QueueEvent {
  readonly Records: readonly QueueRecord[];
}

export interface QueueRecord {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: { readonly ApproximateReceiveCount: string };
  readonly eventSourceARN: string;
}

export interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

interface Batch {
  /** Name of the worker, for its log. */
  readonly worker: string;
  /** Answers in a word what came of the message. */
  readonly work: (record: QueueRecord) => Promise<string>;
  /** After a message failed: when is it to come again? */
  readonly failed?: (record: QueueRecord, error: unknown) => Promise<void>;
  /** What else the line of the batch tells, once all are done. */
  readonly told?: () => Readonly<Record<string, unknown>>;
  readonly log: typeof writeLog;
}

const FAILED = 'error';

/** Works on all messages side by side. One that fails goes back to its queue alone; its neighbours are done. */
export async function eachMessage(event: QueueEvent, batch: Batch): Promise<BatchAnswer> {
  const outcomes = await Promise.all(event.Records.map((record) => outcomeOf(record, batch)));
  const failures = event.Records.filter((_record, position) => outcomes[position] === FAILED);
  batch.log({ worker: batch.worker, messages: outcomes.length, outcomes: tallied(outcomes), ...batch.told?.() });
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

async function outcomeOf(record: QueueRecord, { worker, work, failed, log }: Batch): Promise<string> {
  try {
    return await work(record);
  } catch (error) {
    log({ worker, messageId: record.messageId, ...traceOf(error) }, 'ERROR');
    // Best effort: otherwise the queue's own time-out brings it back.
    await failed?.(record, error).catch((again: unknown) =>
      log({ worker, messageId: record.messageId, ...traceOf(again) }, 'WARN'),
    );
    return FAILED;
  }
}

const tallied = (words: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length]));

/** Name and place, never the message: that of a parser, or of a client, quotes what it was given. */
export function traceOf(error: unknown): { readonly error: string; readonly at: string | undefined; cause?: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: undefined };
  // The message stands before the frames and may hold lines that look like them.
  const at = error.stack
    ?.slice(error.stack.indexOf(error.message) + error.message.length)
    .split('\n')
    .find((line) => line.startsWith('    at '))
    ?.trim();
  return { error: error.name, at, ...(error.cause instanceof Error && { cause: error.cause.name }) };
}
