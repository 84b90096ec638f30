import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import type { Client, DeadLine } from '#bin/operator/redrive/dead-letter-queue';

/** Whoever is interrupted between the two leaves a message in both queues; the second one finds its work done. */
const HIDDEN_SECONDS = 60;

/** Receives, sends, and then deletes what was taken: for an SQS without move tasks. */
export async function moveByHand({ sqs }: Client, line: DeadLine): Promise<number> {
  let moved = 0;
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: line.deadLettersUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['MessageGroupId'],
        VisibilityTimeout: HIDDEN_SECONDS,
      }),
    );
    if (Messages.length === 0) return moved;
    moved += await moveSome(sqs, line, Messages);
  }
}

/** What the queue refuses stays where it was. */
async function moveSome(sqs: Client['sqs'], line: DeadLine, messages: readonly Message[]): Promise<number> {
  const { Successful = [] } = await sqs.send(
    new SendMessageBatchCommand({ QueueUrl: line.queueUrl, Entries: messages.map(entryOf) }),
  );
  const taken = new Set(Successful.map(({ Id }) => Id));
  const Entries = messages.flatMap(({ ReceiptHandle }, at) =>
    taken.has(String(at)) ? [{ Id: String(at), ReceiptHandle }] : [],
  );
  if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: line.deadLettersUrl, Entries }));
  return Entries.length;
}

const entryOf = ({ Body, Attributes }: Message, at: number) => ({
  Id: String(at),
  MessageBody: Body,
  ...(Attributes?.MessageGroupId !== undefined && { MessageGroupId: Attributes.MessageGroupId }),
});
