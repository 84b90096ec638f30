import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Outgoing, Queue, Visibility } from '#shared/events/ports/queue';

type Client = Pick<SQSClient, 'send'>;

/** Messages that one request takes. */
const BATCH = 10;
/** A refused entry is sent again this often at once; after that the caller's own retry comes later. */
const ROUNDS = 3;

/** One queue of SQS, whose answers say 200 even where they list messages that were not taken. */
export const sqsQueue = <Message>(sqs: Client, url: string): Queue<Message> => ({
  async send(messages) {
    const batches = inBatches(messages.map(entryOf));
    await Promise.all(batches.map((batch) => sendAll(sqs, url, batch)));
  },
});

/** Over the queues of these addresses, each known by the last part of its own. */
export const sqsVisibility = (sqs: Client, urls: readonly string[]): Visibility => ({
  async hideFor({ queue, receipt }, seconds) {
    const QueueUrl = urls.find((url) => url.endsWith(`/${queue}`));
    if (QueueUrl === undefined) throw new Error('A message came from a queue that this function does not know.');
    await sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receipt, VisibilityTimeout: seconds }),
    );
  },
});

const entryOf = <Message>(
  { message, delaySeconds, group }: Outgoing<Message>,
  position: number,
): SendMessageBatchRequestEntry => ({
  Id: String(position),
  MessageBody: JSON.stringify(message),
  ...(delaySeconds !== undefined && delaySeconds > 0 && { DelaySeconds: delaySeconds }),
  ...(group !== undefined && { MessageGroupId: group }),
});

function inBatches<Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const batches = [];
  for (let at = 0; at < entries.length; at += BATCH) batches.push(entries.slice(at, at + BATCH));
  return batches;
}

async function sendAll(sqs: Client, QueueUrl: string, batch: readonly SendMessageBatchRequestEntry[]): Promise<void> {
  let left = batch;
  for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: [...left] }));
    const failed = new Set(Failed.map(({ Id }) => Id));
    left = left.filter(({ Id }) => failed.has(Id));
  }
  if (left.length > 0) throw new Error(`The queue did not take ${left.length} of ${batch.length} messages.`);
}
