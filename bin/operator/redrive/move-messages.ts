import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import type { DeadLetterQueue, Sqs } from '#bin/operator/redrive/dead-letter-queue';

/** An interruption between send and delete leaves a message in both queues; consumers are idempotent. */
const VISIBILITY_TIMEOUT_SECONDS = 60;

/** Receives, sends and then deletes each message: for emulators, which have no message move tasks. */
export async function moveMessages({ sqs }: Sqs, queue: DeadLetterQueue): Promise<number> {
  let moved = 0;
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['MessageGroupId'],
        VisibilityTimeout: VISIBILITY_TIMEOUT_SECONDS,
      }),
    );
    if (Messages.length === 0) return moved;
    moved += await moveBatch(sqs, queue, Messages);
  }
}

/** A message that the source queue refuses stays in the dead-letter queue. */
async function moveBatch(sqs: Sqs['sqs'], queue: DeadLetterQueue, messages: readonly Message[]): Promise<number> {
  const { Successful = [] } = await sqs.send(
    new SendMessageBatchCommand({ QueueUrl: queue.sourceUrl, Entries: messages.map(entryOf) }),
  );
  const Entries = Successful.map(({ Id }) => ({ Id, ReceiptHandle: messages[Number(Id)]?.ReceiptHandle }));
  if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries }));
  return Entries.length;
}

const entryOf = ({ Body, Attributes }: Message, index: number) => ({
  Id: String(index),
  MessageBody: Body,
  ...(Attributes?.MessageGroupId !== undefined && { MessageGroupId: Attributes.MessageGroupId }),
});
