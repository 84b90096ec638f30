import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { KeyQueue, Outgoing, Queue, Ungrouped, Visibility } from '#shared/foundation/events/ports';
import { sendInBatches } from '#shared/foundation/platform/batched-sends';

type Client = Pick<SQSClient, 'send'>;

/** An SQS queue, whose messages are sent in message groups. */
export const sqsQueue = <Message>(sqs: Client, url: string): Queue<Message> => ({
  send: (messages) => sendTo(sqs, url, messages),
});

/** An SQS queue that is sent keys alone. */
export const sqsKeyQueue = <Message>(sqs: Client, url: string): KeyQueue<Message> => ({
  send: (messages) => sendTo(sqs, url, messages),
});

type Entry = Outgoing<unknown> | Ungrouped<unknown>;

const sendTo = (sqs: Client, url: string, messages: readonly Entry[]): Promise<void> =>
  sendInBatches(messages.map(entryOf), async (batch) => {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: [...batch] }));
    const failed = new Set(Failed.map(({ Id }) => Id));
    return batch.filter(({ Id }) => failed.has(Id));
  });

/** Changes the visibility of messages of these queues, which are identified by the last part of their URLs. */
export const sqsVisibility = (sqs: Client, urls: readonly string[]): Visibility => ({
  async hideFor({ queue, receipt }, seconds) {
    const QueueUrl = urls.find((url) => url.endsWith(`/${queue}`));
    if (QueueUrl === undefined) throw new Error('A message came from a queue that this function does not know.');
    await sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receipt, VisibilityTimeout: seconds }),
    );
  },
});

const entryOf = ({ message, delaySeconds, group }: Entry, position: number): SendMessageBatchRequestEntry => ({
  Id: String(position),
  MessageBody: JSON.stringify(message),
  ...(delaySeconds !== undefined && delaySeconds > 0 && { DelaySeconds: delaySeconds }),
  ...(group !== undefined && { MessageGroupId: group }),
});
