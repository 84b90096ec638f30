import { describe, expect, it } from '@jest/globals';
import type { WorkspaceId } from '#shared/core/ids';
import type { Outgoing } from '#shared/events/ports/queue';
import { gatheringBus, gatheringQueue } from '#shared/platform/gathered';

/** A queue that remembers its requests, and refuses those with this message in them. */
function aQueue(refused?: string) {
  const requests: (readonly string[])[] = [];
  const send = async (messages: readonly Outgoing<string>[]) => {
    const texts = messages.map(({ message }) => message);
    requests.push(texts);
    if (refused !== undefined && texts.includes(refused)) throw new Error('Not taken.');
  };
  return { requests, queue: gatheringQueue<string>({ send }) };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ message: `${at}` }));

describe('a queue that gathers', () => {
  it('sends in requests of ten what was sent one by one in the same turn', async () => {
    const { requests, queue } = aQueue();

    await Promise.all(numbered(23).map((one) => queue.send([one])));

    expect(requests.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(requests.flat()).toEqual(numbered(23).map(({ message }) => message));
  });

  it('tells of a refusal those alone whose messages went with it', async () => {
    const { queue } = aQueue('12');

    const outcomes = await Promise.allSettled(numbered(23).map((one) => queue.send([one])));

    expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
  });

  it('keeps together what was sent together, and lets more than ten travel alone', async () => {
    const { requests, queue } = aQueue();
    const [few, many] = [numbered(6), numbered(25)];

    await Promise.all([few, few, many, few].map((messages) => queue.send(messages)));

    expect(requests.map(({ length }) => length)).toEqual([6, 6, 25, 6]);
  });

  it('sends again what comes later', async () => {
    const { requests, queue } = aQueue();

    await queue.send([{ message: 'one' }]);
    await queue.send([{ message: 'another' }]);

    expect(requests).toEqual([['one'], ['another']]);
  });

  it('asks nothing of its queue for nothing', async () => {
    const { requests, queue } = aQueue();

    await queue.send([]);

    expect(requests.flat()).toEqual([]);
  });
});

it('a bus gathers likewise', async () => {
  const requests: number[] = [];
  const bus = gatheringBus({ publish: async ({ length }) => void requests.push(length) });
  const notice = { id: 'wks_01h455vb4pex5vsknk084sn02q' as WorkspaceId, type: 'job.workspace_due' } as const;

  await Promise.all(Array.from({ length: 12 }, () => bus.publish([notice])));

  expect(requests).toEqual([10, 2]);
});
