import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { emulatorConfig } from '#bin/stack/emulator-config';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const sqs = new SQSClient(emulatorConfig({ endpoint: stackClient().endpoint_url, region: 'us-east-1' }));
let QueueUrl: string | undefined;
beforeAll(async () => {
  ({ QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'fair-queues-test' })));
});
afterAll(async () => {
  await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  sqs.destroy();
});

/** Sends a message for each group, in this order. */
const send = (groups: readonly (string | undefined)[]) =>
  sqs.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: groups.map((MessageGroupId, nth) => ({ Id: `m${nth}`, MessageBody: `${nth}`, MessageGroupId })),
    }),
  );

/** The next messages, each of which stays in flight. */
async function received(count: number): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1 }));
    bodies.push(...Messages.map(({ Body = '' }) => Body));
  }
  return bodies;
}

describe('a standard queue of the local stack', () => {
  it('hands out the message of a group with none in flight before the others of a group with some, as SQS does', async () => {
    await send(['noisy', 'noisy', 'noisy', 'quiet', undefined]);

    expect(await received(5)).toEqual(['0', '3', '4', '1', '2']);
  });
});
