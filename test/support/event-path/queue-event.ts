import { DeleteMessageCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs';
import type { BatchResponse, QueueEvent } from '#shared/foundation/platform/queue-batch';

/** What Lambda hands a function of messages that it received from a queue. */
export const queueEventOf = (queue: string, messages: readonly Message[]): QueueEvent => ({
  Records: messages.map(({ MessageId = '', ReceiptHandle = '', Body = '', Attributes }) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ApproximateReceiveCount: Attributes?.ApproximateReceiveCount ?? '1',
      ...(Attributes?.SentTimestamp !== undefined && { SentTimestamp: Attributes.SentTimestamp }),
    },
    eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${queue}`,
  })),
});

/** Deletes the messages of a batch that did not fail, as Lambda does; answers those that failed. */
export async function deleteProcessed(
  sqs: Pick<SQSClient, 'send'>,
  QueueUrl: string,
  { messages, response }: { readonly messages: readonly Message[]; readonly response: BatchResponse },
): Promise<readonly Message[]> {
  const ids = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const hasFailed = ({ MessageId = '' }: Message) => ids.has(MessageId);
  for (const message of messages)
    if (!hasFailed(message))
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
  return messages.filter(hasFailed);
}
