import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { sqsQueue, sqsVisibility } from '#shared/platform/sqs-queue';
import { requestCounter } from '#test/support/aws/counting';
import { sqsStandIn } from '#test/support/aws/sqs';

const many = (count: number) => Array.from({ length: count }, (_, number) => ({ message: { number } }));

/** A queue and what lies in it; `refuses` says which entries come back in `Failed`. */
function aQueue(refuses: (body: string) => boolean = () => false) {
  const clock = { at: 0, now: () => clock.at };
  const client = sqsStandIn(
    { first: { visibilityTimeoutSeconds: 60 }, retry: {} },
    { time: clock, failsEntry: refuses },
  );
  const queue = sqsQueue<{ readonly number: number }>(client, client.urlOf('first'));
  const numbers = () => client.messages('first').map(({ body }) => JSON.parse(body).number);
  const receive = async () => {
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl: client.urlOf('first') }));
    return Messages[0]?.ReceiptHandle ?? '';
  };
  return { client, clock, queue, numbers, receive };
}

describe('sending to a queue', () => {
  it('sends nothing with no request', async () => {
    const { client } = aQueue();
    const counter = requestCounter();

    await sqsQueue(counter.watch(client), client.urlOf('first')).send([]);

    expect(counter.total.requests).toBe(0);
  });

  it.each([1, 10, 11, 25])('sends %i messages, ten a request and all requests at once', async (count) => {
    const { client, numbers } = aQueue();
    const counter = requestCounter();

    await sqsQueue(counter.watch(client), client.urlOf('first')).send(many(count));

    expect([...numbers()].sort((one, other) => one - other)).toEqual(many(count).map(({ message }) => message.number));
    expect(counter.total).toMatchObject({ requests: Math.ceil(count / 10), trips: 1 });
  });

  it('holds a message back for as long as it is told', async () => {
    const { client, queue } = aQueue();

    await queue.send([
      { message: { number: 1 }, delaySeconds: 900 },
      { message: { number: 2 }, delaySeconds: 0 },
    ]);

    expect(client.messages('first').map(({ visibleAt }) => visibleAt)).toEqual([900_000, 0]);
  });

  it('sends only what was refused again, and none of it twice', async () => {
    let refusals = 3;
    const { queue, numbers } = aQueue((body) => JSON.parse(body).number % 3 === 0 && refusals-- > 0);

    await queue.send(many(7));

    expect([...numbers()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('throws where a message is refused again and again, and says how many', async () => {
    const { queue, numbers } = aQueue((body) => JSON.parse(body).number === 4);

    await expect(queue.send(many(7))).rejects.toThrow('did not take 1 of 7');
    expect(numbers()).toEqual([0, 1, 2, 3, 5, 6]);
  });

  it('throws where there is no such queue', async () => {
    const { client } = aQueue();

    await expect(sqsQueue(client, client.urlOf('gone')).send(many(1))).rejects.toThrow('does not exist');
  });
});

describe('hiding a received message', () => {
  it('hides it from now on for so long, whatever its queue does', async () => {
    const { client, clock, queue, receive } = aQueue();
    await queue.send(many(1));
    const receipt = await receive();
    clock.at = 10_000;

    await sqsVisibility(client, [client.urlOf('retry'), client.urlOf('first')]).hideFor({ queue: 'first', receipt }, 7);

    expect(client.messages('first').map(({ visibleAt }) => visibleAt)).toEqual([17_000]);
  });

  it.each(['gone', 'irst', ''])('refuses a queue that it was not told of (%p)', async (queue) => {
    const { client } = aQueue();

    await expect(sqsVisibility(client, [client.urlOf('first')]).hideFor({ queue, receipt: 'any' }, 7)).rejects.toThrow(
      'does not know',
    );
  });
});
