import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { CliError } from '#bin/cli/cli-error';
import { runMessageMoveTask } from '#bin/operator/redrive/message-move-task';
import { moveMessages } from '#bin/operator/redrive/move-messages';
import { redriveQueues } from '#bin/operator/redrive/redrive';
import { inMemorySqs } from '#test/doubles/aws/sqs';
import type { QueueSettings } from '#test/doubles/aws/sqs/queue';
import { describe, expect, it } from '#test/support/jest';

const FIRST = 'rapporteur-sandbox-deliver-first';
const DEAD = `${FIRST}-dead-letters`;

const queuePair = (name: string): Record<string, QueueSettings> => ({
  [`rapporteur-sandbox-${name}`]: {
    redrive: { to: `rapporteur-sandbox-${name}-dead-letters`, maxReceiveCount: 10 },
  },
  [`rapporteur-sandbox-${name}-dead-letters`]: {},
});

async function aStageWithDeadLetters(count: number, refuses: (body: string) => boolean = () => false) {
  const sqs = inMemorySqs({ ...queuePair('deliver-first'), ...queuePair('bots') }, { failsEntry: refuses });
  for (let at = 0; at < count; at += 1)
    await sqs.send(
      new SendMessageCommand({ QueueUrl: sqs.urlOf(DEAD), MessageBody: `letter ${at}`, MessageGroupId: `whe_${at}` }),
    );
  const printed: string[] = [];
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const messagesIn = (queue: string) => sqs.messages(queue).map(({ body, group }) => `${body} of ${group}`);
  return { sqs, sleep, waits, printed, print: (line: string) => void printed.push(line), messagesIn };
}

const letters = (count: number) => Array.from({ length: count }, (_, at) => `letter ${at} of whe_${at}`);

describe.each([
  ['by a message move task', runMessageMoveTask],
  ['by receiving and sending', moveMessages],
])('redriving %s', (_how, move) => {
  it('moves every dead letter to the source queue and prints how many', async () => {
    const { sqs, sleep, print, printed, messagesIn } = await aStageWithDeadLetters(23);

    expect(await redriveQueues({ sqs, sleep, print, move }, 'sandbox', ['first'])).toBe(true);

    expect(messagesIn(FIRST).sort()).toEqual(letters(23).sort());
    expect(messagesIn(DEAD)).toEqual([]);
    expect(printed).toEqual([`${FIRST}: 23 dead letters moved back`]);
  });

  it('changes nothing when it is repeated', async () => {
    const { sqs, sleep, print, printed, messagesIn } = await aStageWithDeadLetters(1);
    await redriveQueues({ sqs, sleep, print, move }, 'sandbox', ['first']);

    expect(await redriveQueues({ sqs, sleep, print, move }, 'sandbox', ['first'])).toBe(true);

    expect(messagesIn(FIRST)).toEqual(letters(1));
    expect(printed).toEqual([`${FIRST}: 1 dead letter moved back`, `${FIRST}: no dead letter moved`]);
  });

  it('redrives one queue after the other', async () => {
    const { sqs, sleep, print, printed } = await aStageWithDeadLetters(2);

    await redriveQueues({ sqs, sleep, print, move }, 'sandbox', ['bots', 'first']);

    expect(printed).toEqual(['rapporteur-sandbox-bots: no dead letter moved', `${FIRST}: 2 dead letters moved back`]);
  });

  it('fails when the stage has no such queue', async () => {
    const { sqs, sleep, print } = await aStageWithDeadLetters(0);

    await expect(redriveQueues({ sqs, sleep, print, move }, 'production', ['first'])).rejects.toThrow(CliError);
  });
});

describe('redriving by a message move task', () => {
  it('polls the task, and waits for a task that another run started', async () => {
    const { sqs, sleep, waits, print, printed } = await aStageWithDeadLetters(3);
    const alone = await Promise.all(
      [1, 2].map(() => redriveQueues({ sqs, sleep, print, move: runMessageMoveTask }, 'sandbox', ['first'])),
    );

    expect(alone).toEqual([true, true]);
    expect(waits.length).toBeGreaterThan(0);
    expect(printed[0]).toBe(`${FIRST}: 3 dead letters moved back`);
  });
});

describe('redriving by receiving and sending', () => {
  it('leaves messages that the queue refuses and prints how many are left', async () => {
    const { sqs, sleep, print, printed, messagesIn } = await aStageWithDeadLetters(12, (body) => body === 'letter 5');

    expect(await redriveQueues({ sqs, sleep, print, move: moveMessages }, 'sandbox', ['first'])).toBe(false);

    expect(messagesIn(DEAD)).toEqual(['letter 5 of whe_5']);
    expect(printed).toEqual([
      `${FIRST}: 11 dead letters moved back, 1 still there or hidden by another reader for a minute: run it again`,
    ]);
  });

  it('does not move a message that another reader has received', async () => {
    const { sqs, sleep, print, messagesIn } = await aStageWithDeadLetters(1);
    await sqs.send(new ReceiveMessageCommand({ QueueUrl: sqs.urlOf(DEAD) }));

    expect(await redriveQueues({ sqs, sleep, print, move: moveMessages }, 'sandbox', ['first'])).toBe(false);

    expect(messagesIn(FIRST)).toEqual([]);
    expect(messagesIn(DEAD)).toHaveLength(1);
  });
});
