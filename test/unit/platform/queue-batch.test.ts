import type { Received } from '#shared/foundation/events/ports';
import { eachMessage, type QueueRecord } from '#shared/foundation/platform/queue-batch';
import { describe, expect, it } from '#test/support/jest';

const aRecord = (messageId: string, body: string): QueueRecord => ({
  ...{ messageId, body, receiptHandle: `receipt-${messageId}` },
  attributes: { ApproximateReceiveCount: '1' },
  eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:rapporteur-test-bots',
});

/** A worker whose messages are JSON strings; `fails` is one that it cannot process. */
async function worked(bodies: readonly string[], { hides = true } = {}) {
  const lines: (readonly [string | undefined, object])[] = [];
  const hidden: (readonly [Received, number])[] = [];
  const done: string[] = [];
  const response = await eachMessage(
    { Records: bodies.map((body, at) => aRecord(String(at), body)) },
    {
      worker: 'test',
      read: (body) => JSON.parse(body) as string,
      work: async (message) => {
        if (message === 'fails') throw new TypeError('private');
        done.push(message);
        return 'done';
      },
      visibility: {
        async hideFor(received, seconds) {
          if (!hides) throw new RangeError('private');
          hidden.push([received, seconds]);
        },
      },
      log: (line, level) => lines.push([level, line]),
    },
  );
  return { returned: response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), lines, hidden, done };
}

describe('a message that cannot be read', () => {
  it('is shown again at once and logged without its text, while the others of its batch are processed', async () => {
    const { returned, lines, hidden, done } = await worked(['"one"', 'no json', '"fails"', '"two"']);

    expect([returned, done]).toEqual([
      ['1', '2'],
      ['one', 'two'],
    ]);
    expect(hidden).toEqual([[{ queue: 'rapporteur-test-bots', receipt: 'receipt-1' }, 0]]);
    expect(lines).toMatchObject([
      ['ERROR', { messageId: '1', error: 'SyntaxError' }],
      ['ERROR', { messageId: '2', error: 'TypeError' }],
      [undefined, { messages: 4, outcomes: { done: 2, unreadable: 1, error: 1 } }],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/no json|private/);
  });

  it('returns to its queue where it cannot be shown again', async () => {
    const { returned, lines } = await worked(['no json'], { hides: false });

    expect(returned).toEqual(['0']);
    expect(lines).toContainEqual(['WARN', expect.objectContaining({ messageId: '0', error: 'RangeError' })]);
  });
});
