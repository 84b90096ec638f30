import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/cli/cli-error';
import { moveByTask } from '#bin/operator/redrive/message-move-task';
import { moveByHand } from '#bin/operator/redrive/move-messages';
import { redriveAll } from '#bin/operator/redrive/redrive-queues';
import { sqsStandIn } from '#test/support/aws/sqs';
import type { QueueSettings } from '#test/support/aws/sqs/queue';

const FIRST = 'rapporteur-sandbox-deliver-first';
const DEAD = `${FIRST}-dead-letters`;
const asked = { stage: 'sandbox', lines: ['first'] } as const;

const aLine = (name: string): Record<string, QueueSettings> => ({
  [`rapporteur-sandbox-${name}`]: {
    redrive: { to: `rapporteur-sandbox-${name}-dead-letters`, maxReceiveCount: 10 },
  },
  [`rapporteur-sandbox-${name}-dead-letters`]: {},
});

async function deadLetters(count: number, refuses: (body: string) => boolean = () => false) {
  const sqs = sqsStandIn({ ...aLine('deliver-first'), ...aLine('bots') }, { failsEntry: refuses });
  for (let at = 0; at < count; at += 1)
    await sqs.send(
      new SendMessageCommand({ QueueUrl: sqs.urlOf(DEAD), MessageBody: `letter ${at}`, MessageGroupId: `whe_${at}` }),
    );
  const said: string[] = [];
  const rested: number[] = [];
  const rest = { rest: async (milliseconds: number) => void rested.push(milliseconds) };
  const lying = (queue: string) => sqs.messages(queue).map(({ body, group }) => `${body} of ${group}`);
  return { sqs, rest, rested, said, say: (line: string) => void said.push(line), lying };
}

const letters = (count: number) => Array.from({ length: count }, (_, at) => `letter ${at} of whe_${at}`);

describe.each([
  ['by a task of SQS', moveByTask],
  ['by hand, where there are no tasks', moveByHand],
])('redriving %s', (_how, move) => {
  it('moves every dead letter back, says how many, and leaves none behind', async () => {
    const { sqs, rest, say, said, lying } = await deadLetters(23);

    expect(await redriveAll({ sqs, rest, say, move }, asked)).toBe(true);

    expect(lying(FIRST).sort()).toEqual(letters(23).sort());
    expect(lying(DEAD)).toEqual([]);
    expect(said).toEqual([`${FIRST}: 23 dead letters moved back`]);
  });

  it('changes nothing the second time', async () => {
    const { sqs, rest, say, said, lying } = await deadLetters(1);
    await redriveAll({ sqs, rest, say, move }, asked);

    expect(await redriveAll({ sqs, rest, say, move }, asked)).toBe(true);

    expect(lying(FIRST)).toEqual(letters(1));
    expect(said).toEqual([`${FIRST}: 1 dead letter moved back`, `${FIRST}: no dead letter moved`]);
  });

  it('looks after one queue after the other', async () => {
    const { sqs, rest, say, said } = await deadLetters(2);

    await redriveAll({ sqs, rest, say, move }, { stage: 'sandbox', lines: ['bots', 'first'] });

    expect(said).toEqual(['rapporteur-sandbox-bots: no dead letter moved', `${FIRST}: 2 dead letters moved back`]);
  });

  it('says so where the stage has no such queue', async () => {
    const { sqs, rest, say } = await deadLetters(0);

    await expect(redriveAll({ sqs, rest, say, move }, { stage: 'production', lines: ['first'] })).rejects.toThrow(
      CouldNotStart,
    );
  });
});

describe('redriving by a task', () => {
  it('waits for it with a rest, and for one that somebody else started rather than starting a second', async () => {
    const { sqs, rest, rested, say, said } = await deadLetters(3);
    const alone = await Promise.all([1, 2].map(() => redriveAll({ sqs, rest, say, move: moveByTask }, asked)));

    expect(alone).toEqual([true, true]);
    expect(rested.length).toBeGreaterThan(0);
    expect(said[0]).toBe(`${FIRST}: 3 dead letters moved back`);
  });
});

describe('redriving by hand', () => {
  it('leaves what the queue refuses, and says that there is more to do', async () => {
    const { sqs, rest, say, said, lying } = await deadLetters(12, (body) => body === 'letter 5');

    expect(await redriveAll({ sqs, rest, say, move: moveByHand }, asked)).toBe(false);

    expect(lying(DEAD)).toEqual(['letter 5 of whe_5']);
    expect(said).toEqual([
      `${FIRST}: 11 dead letters moved back, 1 still there, or under somebody’s eyes for a minute: run it again`,
    ]);
  });

  it('does not take a letter that somebody is looking at', async () => {
    const { sqs, rest, say, lying } = await deadLetters(1);
    await sqs.send(new ReceiveMessageCommand({ QueueUrl: sqs.urlOf(DEAD) }));

    expect(await redriveAll({ sqs, rest, say, move: moveByHand }, asked)).toBe(false);

    expect(lying(FIRST)).toEqual([]);
    expect(lying(DEAD)).toHaveLength(1);
  });
});
