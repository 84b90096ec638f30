import { join } from 'node:path';
import {
  CreateEventSourceMappingCommand,
  CreateFunctionCommand,
  DeleteEventSourceMappingCommand,
  DeleteFunctionCommand,
  GetFunctionRecursionConfigCommand,
  LambdaClient,
  PutFunctionRecursionConfigCommand,
} from '@aws-sdk/client-lambda';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { BUNDLING } from '#bin/cdk/build-functions';
import { emulatorConfig } from '#bin/stack/emulator-config';
import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { MOST_INVOCATIONS, RECURSIVE_FUNCTIONS } from '#test/support/lineage';

const LAST_HOP = 20;

const { endpoint_url: endpoint } = stackClient();
const config = emulatorConfig({ endpoint, region: 'us-east-1' });
const lambda = new LambdaClient(config);
const sqs = new SQSClient(config);

let code: Uint8Array;
beforeAll(async () => {
  const { outputFiles } = await build({
    ...BUNDLING,
    entryPoints: [join(import.meta.dirname, 'looping/queues-itself.ts')],
    write: false,
  });
  code = zipSync({ 'index.js': outputFiles[0]?.contents ?? new Uint8Array() });
});
afterAll(() => {
  lambda.destroy();
  sqs.destroy();
});

const aQueue = async (QueueName: string, RedrivePolicy?: string) => {
  const Attributes = { VisibilityTimeout: '30', ...(RedrivePolicy !== undefined && { RedrivePolicy }) };
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
  const read = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] });
  const arn = (await sqs.send(read)).Attributes?.['QueueArn'] ?? '';
  return { url: QueueUrl, arn };
};

/** A function that sends itself messages, on a queue of its own. `ended` answers where the chain ended. */
async function aFunctionThatQueuesItself(name: string, { isAllowed }: { readonly isAllowed: boolean }) {
  const [last, deadLetters] = [await aQueue(`${name}-last`), await aQueue(`${name}-dead-letters`)];
  const redrive = JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 10 });
  const queue = await aQueue(name, redrive);
  const Variables = { QUEUE_URL: queue.url, LAST_HOP: String(LAST_HOP), LAST_URL: last.url };
  await lambda.send(
    new CreateFunctionCommand({
      ...{ FunctionName: name, Runtime: 'nodejs24.x', Handler: 'index.handler', Timeout: 10 },
      Role: 'arn:aws:iam::000000000000:role/any',
      Code: { ZipFile: code },
      Environment: { Variables },
    }),
  );
  if (isAllowed)
    await lambda.send(new PutFunctionRecursionConfigCommand({ FunctionName: name, RecursiveLoop: 'Allow' }));
  const { UUID } = await lambda.send(
    new CreateEventSourceMappingCommand({ FunctionName: name, EventSourceArn: queue.arn, BatchSize: 1 }),
  );
  const received = async ({ url }: typeof queue) =>
    (await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages?.[0]?.Body;
  return {
    start: () => sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: '1' })),
    ended: () =>
      eventually(
        async () => ({ reached: await received(last), stoppedAt: await received(deadLetters) }),
        ({ reached, stoppedAt }) => reached !== undefined || stoppedAt !== undefined,
      ),
    remove: async () => {
      await lambda.send(new DeleteEventSourceMappingCommand({ UUID }));
      await lambda.send(new DeleteFunctionCommand({ FunctionName: name }));
      for (const { url } of [queue, last, deadLetters]) await sqs.send(new DeleteQueueCommand({ QueueUrl: url }));
    },
  };
}

describe('on a local stack, a function that sends itself messages', () => {
  it.each([
    ['is stopped at the seventeenth, which becomes a dead letter', false, { stoppedAt: `${MOST_INVOCATIONS + 1}` }],
    ['goes on where it is allowed to loop', true, { reached: `${LAST_HOP}` }],
  ])('%s', async (_title, isAllowed, expected) => {
    const looping = await aFunctionThatQueuesItself(`looping-${isAllowed}`, { isAllowed });
    await looping.start();
    const ended = await looping.ended();
    await looping.remove();
    expect(ended).toEqual({ reached: undefined, stoppedAt: undefined, ...expected });
  });

  it.each(RECURSIVE_FUNCTIONS)('is allowed to where it is %s', async (name) => {
    const FunctionName = `rapporteur-local-${name}`;
    const { RecursiveLoop } = await lambda.send(new GetFunctionRecursionConfigCommand({ FunctionName }));
    expect(RecursiveLoop).toBe('Allow');
  });
});
