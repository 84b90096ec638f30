import type { OutboxId } from '#shared/foundation/core/ids';
import type { Outgoing } from '#shared/foundation/events/ports';
import { batchingBus, batchingQueue } from '#shared/foundation/platform/batched-sends';
import { describe, expect, it } from '#test/support/jest';

/** A queue that records its requests, and refuses those that contain this message. */
function aQueue(refused?: string) {
  const requests: (readonly string[])[] = [];
  const send = async (messages: readonly Outgoing<string>[]) => {
    const texts = messages.map(({ message }) => message);
    requests.push(texts);
    if (refused !== undefined && texts.includes(refused)) throw new Error('The queue refused the request.');
  };
  return { requests, queue: batchingQueue({ send }) };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ message: `${at}`, group: 'one' }));

describe('a batching queue', () => {
  it('combines messages that are sent in the same turn into requests of ten', async () => {
    const { requests, queue } = aQueue();

    await Promise.all(numbered(23).map((one) => queue.send([one])));

    expect(requests.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(requests.flat()).toEqual(numbered(23).map(({ message }) => message));
  });

  it('fails only the calls with messages in the refused request', async () => {
    const { queue } = aQueue('12');

    const outcomes = await Promise.allSettled(numbered(23).map((one) => queue.send([one])));

    expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
  });

  it('keeps the messages of one call together, and sends more than ten by themselves', async () => {
    const { requests, queue } = aQueue();
    const [few, many] = [numbered(6), numbered(25)];

    await Promise.all([few, few, many, few].map((messages) => queue.send(messages)));

    expect(requests.map(({ length }) => length)).toEqual([6, 6, 25, 6]);
  });

  it('sends messages of a later turn in another request', async () => {
    const { requests, queue } = aQueue();

    await queue.send([{ message: 'one', group: 'one' }]);
    await queue.send([{ message: 'another', group: 'one' }]);

    expect(requests).toEqual([['one'], ['another']]);
  });

  it('sends no request without messages', async () => {
    const { requests, queue } = aQueue();

    await queue.send([]);

    expect(requests.flat()).toEqual([]);
  });
});

it('a batching bus combines events likewise', async () => {
  const requests: number[] = [];
  const bus = batchingBus({ publish: async ({ length }) => void requests.push(length) });
  const notice = { id: 'out_01h455vb4pex5vsknk084sn02q' as OutboxId, type: 'job.reach' } as const;

  await Promise.all(Array.from({ length: 12 }, () => bus.publish([notice])));

  expect(requests).toEqual([10, 2]);
});
