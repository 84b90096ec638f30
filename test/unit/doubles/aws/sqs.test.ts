import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { inMemorySqs } from '#test/doubles/aws/sqs';
import { describe, expect, it } from '#test/support/jest';

/** A queue that gives up after two receives, at a time of the test's own. */
const aQueue = ({ failsEntry }: { readonly failsEntry?: (body: string) => boolean } = {}) => {
  const clock = { at: 0, now: () => clock.at };
  const settings = { first: { visibilityTimeoutSeconds: 60, redrive: { to: 'dead', maxReceiveCount: 2 } }, dead: {} };
  const client = inMemorySqs(settings, { time: clock, ...(failsEntry && { failsEntry }) });
  const QueueUrl = client.urlOf('first');
  const send = (MessageBody: string, DelaySeconds?: number) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
  const receive = async (): Promise<readonly Message[]> => {
    const request = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    });
    return (await client.send(request)).Messages ?? [];
  };
  return { client, clock, QueueUrl, send, receive };
};

const bodies = (messages: readonly Message[]) => messages.map(({ Body }) => Body);

describe('a queue', () => {
  it('hides a message when it is received, and shows it again when it was not deleted', async () => {
    const { clock, send, receive } = aQueue();
    await send('a');

    expect(bodies(await receive())).toEqual(['a']);
    clock.at = 59_999;
    expect(await receive()).toEqual([]);
    clock.at = 60_000;
    expect((await receive())[0]?.Attributes).toEqual({ ApproximateReceiveCount: '2' });
  });

  it('delays, up to 15 minutes', async () => {
    const { clock, send, receive } = aQueue();
    await send('later', 900);

    expect(await receive()).toEqual([]);
    clock.at = 900_000;
    expect(bodies(await receive())).toEqual(['later']);
    await expect(send('too late', 901)).rejects.toThrow('DelaySeconds must be >= 0 and <= 900');
  });

  it('gives up on a message after as many receives as it allows', async () => {
    const { client, clock, send, receive } = aQueue();
    await send('poison');
    for (const at of [0, 60_000, 120_000]) {
      clock.at = at;
      await receive();
    }

    expect(client.messages('first')).toEqual([]);
    expect(client.messages('dead')).toMatchObject([{ body: 'poison' }]);
  });

  it('deletes with the newest receipt only', async () => {
    const { client, clock, QueueUrl, send, receive } = aQueue();
    await send('a');
    const [early] = await receive();
    clock.at = 60_000;
    const [late] = await receive();
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: early?.ReceiptHandle }));
    expect(client.messages('first')).toHaveLength(1);

    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: late?.ReceiptHandle }));
    expect(client.messages('first')).toHaveLength(0);
  });

  it('shows a message earlier when told so, and only while it is hidden', async () => {
    const { client, clock, QueueUrl, send, receive } = aQueue();
    await send('a');
    const [message] = await receive();
    const change = () => {
      const ReceiptHandle = message?.ReceiptHandle;
      return client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 5 }));
    };
    await change();
    clock.at = 5_000;

    await expect(change()).rejects.toMatchObject({ name: 'MessageNotInflight' });
    expect(bodies(await receive())).toEqual(['a']);
  });

  it('takes each entry of a batch on its own', async () => {
    const { client, QueueUrl, receive } = aQueue({ failsEntry: (body) => body === 'b' });
    const Entries = ['a', 'b', 'c'].map((MessageBody) => ({ Id: MessageBody, MessageBody }));
    const late = { Id: 'd', MessageBody: 'd', DelaySeconds: 901 };
    const sent = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [...Entries, late] }));

    expect(sent.Successful).toMatchObject([{ Id: 'a' }, { Id: 'c' }]);
    expect(sent.Failed).toMatchObject([
      { Id: 'b', SenderFault: false },
      { Id: 'd', SenderFault: true },
    ]);
    const [first] = await receive();
    const gone = [
      { Id: '1', ReceiptHandle: first?.ReceiptHandle },
      { Id: '2', ReceiptHandle: 'made up' },
    ];
    const deleted = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: gone }));
    expect(deleted).toMatchObject({ Successful: [{ Id: '1' }], Failed: [{ Id: '2', Code: 'ReceiptHandleIsInvalid' }] });
  });

  it.each([
    ['nothing', [], 'EmptyBatchRequest'],
    [
      '11 entries',
      Array.from({ length: 11 }, (_, at) => ({ Id: `${at}`, MessageBody: 'x' })),
      'TooManyEntriesInBatchRequest',
    ],
    [
      'an id twice',
      [
        { Id: 'a', MessageBody: 'x' },
        { Id: 'a', MessageBody: 'x' },
      ],
      'BatchEntryIdsNotDistinct',
    ],
    [
      'more than 256 KB together',
      ['a', 'b'].map((Id) => ({ Id, MessageBody: 'x'.repeat(140 * 1_024) })),
      'BatchRequestTooLong',
    ],
  ])('refuses a batch of %s', async (_what, Entries, name) => {
    const { client, QueueUrl } = aQueue();

    await expect(client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({ name });
  });

  it('refuses a message of more than 256 KB, and a queue that is not there', async () => {
    const { client, send } = aQueue();

    await expect(send('x'.repeat(256 * 1_024 + 1))).rejects.toThrow('shorter than 262144 bytes');
    await expect(client.send(new ReceiveMessageCommand({ QueueUrl: client.urlOf('other') }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
  });

  it('counts what is visible, hidden and delayed', async () => {
    const { client, QueueUrl, send } = aQueue();
    await send('a');
    await send('b');
    await send('c', 10);
    await client.send(new ReceiveMessageCommand({ QueueUrl }));
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));

    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
    });
  });
});
