import {
  ChangeMessageVisibilityCommand,
  QueueDoesNotExist,
  SendMessageBatchCommand,
  type SendMessageBatchCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { sqsKeyQueue, sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const urlOf = (name: string) => `https://sqs.eu-central-1.amazonaws.com/123456789012/${name}`;
const FIRST = urlOf('first');

const many = (count: number) => Array.from({ length: count }, (_, number) => ({ message: { number }, group: 'wks_1' }));
const inOrder = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);

/** A queue; `refuses` says which messages SendMessageBatch lists as failed, although it returns 200. */
function aQueue(refuses: (number: number) => boolean = () => false) {
  const client = new SQSClient({ region: 'eu-central-1' });
  const mock = mockClient(client);
  const taken: number[] = [];
  const isRefused = (body = '') => {
    const { number } = JSON.parse(body);
    const refused = refuses(number);
    if (!refused) taken.push(number);
    return refused;
  };
  mock.on(SendMessageBatchCommand).callsFake(({ Entries = [] }: SendMessageBatchCommandInput) => ({
    Failed: Entries.filter(({ MessageBody }) => isRefused(MessageBody)).map(({ Id }) => ({ Id, SenderFault: false })),
  }));
  const queue = sqsQueue<{ readonly number: number }>(client, FIRST);
  const requests = () => mock.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input);
  return { client, mock, queue, taken, requests };
}

describe('sending to a queue', () => {
  it('sends no request without messages', async () => {
    const { queue, requests } = aQueue();

    await queue.send([]);

    expect(requests()).toEqual([]);
  });

  it.each([1, 10, 11, 25])('sends %i messages, ten a request and all requests at once', async (count) => {
    const { client, taken, requests } = aQueue();
    const counter = requestCounter();

    await sqsQueue(counter.watch(client), FIRST).send(many(count));

    expect(inOrder(taken)).toEqual(many(count).map(({ message }) => message.number));
    expect(counter.total).toMatchObject({ requests: Math.ceil(count / 10), trips: 1 });
    for (const { QueueUrl, Entries = [] } of requests()) {
      expect(QueueUrl).toBe(FIRST);
      expect(new Set(Entries.map(({ Id }) => Id)).size).toBe(Entries.length);
    }
  });

  it('delays a message by its seconds and names its message group', async () => {
    const { queue, requests } = aQueue();

    await queue.send([
      { message: { number: 1 }, delaySeconds: 900, group: 'wks_1' },
      { message: { number: 2 }, delaySeconds: 0, group: 'cal_1' },
    ]);

    expect(requests()[0]?.Entries).toEqual([
      { Id: '0', MessageBody: '{"number":1}', DelaySeconds: 900, MessageGroupId: 'wks_1' },
      { Id: '1', MessageBody: '{"number":2}', MessageGroupId: 'cal_1' },
    ]);
  });

  it('has no message group for keys alone', async () => {
    const { client, requests } = aQueue();

    await sqsKeyQueue(client, FIRST).send([{ message: { number: 1 } }]);

    expect(requests()[0]?.Entries).toEqual([{ Id: '0', MessageBody: '{"number":1}' }]);
  });

  it('sends only refused messages again', async () => {
    let refusals = 3;
    const { queue, taken } = aQueue((number) => number % 3 === 0 && refusals-- > 0);

    await queue.send(many(7));

    expect(inOrder(taken)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('throws when a message is refused in three requests, and says how many were', async () => {
    const { queue, taken, requests } = aQueue((number) => number === 4);

    await expect(queue.send(many(7))).rejects.toThrow('1 of 7 messages were refused');
    expect(taken).toEqual([0, 1, 2, 3, 5, 6]);
    expect(requests()).toHaveLength(3);
  });

  it('throws when the queue does not exist', async () => {
    const { mock, queue } = aQueue();
    const error = new QueueDoesNotExist({ message: 'The specified queue does not exist.', $metadata: {} });
    mock.on(SendMessageBatchCommand).rejects(error);

    await expect(queue.send(many(1))).rejects.toBe(error);
  });
});

describe('changing the visibility of a received message', () => {
  it('hides it from now on for so many seconds', async () => {
    const { client, mock } = aQueue();
    mock.on(ChangeMessageVisibilityCommand).resolves({});

    await sqsVisibility(client, [urlOf('retry'), FIRST]).hideFor({ queue: 'first', receipt: 'handle' }, 7);

    expect(mock.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { QueueUrl: FIRST, ReceiptHandle: 'handle', VisibilityTimeout: 7 },
    ]);
  });

  it.each(['gone', 'irst', ''])('refuses a queue that it was not configured with (%p)', async (queue) => {
    const { client } = aQueue();

    await expect(sqsVisibility(client, [FIRST]).hideFor({ queue, receipt: 'any' }, 7)).rejects.toThrow('does not know');
  });
});
