import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { DrillContext } from '../drill-context.ts';
import type { Incident } from '../incident.ts';

const FUNCTION = 'rapporteur-local-bot-dispatch';

/** The queue of bots, whose failed messages return after a second, so that ten tries take seconds. */
async function hastyQueue(drill: DrillContext): Promise<void> {
  const QueueUrl = await queueUrl(drill);
  const { Attributes } = JSON.parse(await drill.prepare(`aws sqs get-queue-attributes --queue-url ${QueueUrl}`));
  const hide = (seconds: string) =>
    drill.prepare(
      `aws sqs set-queue-attributes --queue-url ${QueueUrl} --attributes ${JSON.stringify({ VisibilityTimeout: seconds })}`,
    );
  await hide('1');
  drill.afterwards(() => hide(Attributes.VisibilityTimeout));
}

const queueUrl = async (drill: DrillContext): Promise<string> =>
  JSON.parse(await drill.prepare('aws sqs get-queue-url --queue-name rapporteur-local-bots')).QueueUrl;

/** The id of the first dead letter of bots whose line says this; waits for it. */
async function letterOf(drill: DrillContext, words: string): Promise<string> {
  const printed = await eventually(
    () => drill.run(RUNBOOK.listDeadLetters),
    (text) => text.includes(words),
  );
  const line = printed.split('\n').find((one) => one.includes(words));
  return line?.trim().split(/\s+/)[0] ?? '';
}

/** A message that cannot be parsed fails on every try, all of them within seconds: it is dropped. */
export const poisonMessage: Incident = {
  name: 'poison-message',
  summary: 'a message of a queue cannot be read',
  async provoke(drill) {
    await drill.prepare(`aws sqs send-message --queue-url ${await queueUrl(drill)} --message-body no-json`);
    let id = '';
    return {
      async see() {
        id = await letterOf(drill, 'unreadable');
        expect(JSON.parse(await drill.run(RUNBOOK.showDeadLetter, { '<id>': id }))).toMatchObject({
          kind: 'unreadable',
          why: { query: expect.stringContaining(id) },
        });
        expect(await drill.logged('bot-dispatch', ({ messageId }) => messageId === id)).toMatchObject({
          error: 'SyntaxError',
        });
      },
      async cure() {
        await drill.run(RUNBOOK.dropDeadLetter, { '<id>': id });
        expect(await drill.run(RUNBOOK.listDeadLetters)).not.toContain(id);
      },
    };
  },
};

/** What a worker could not do is done after its cause is mended and its message is back in the queue. */
export const deadLetter: Incident = {
  name: 'dead-letter',
  summary: 'a worker was stopped, and its messages are dead letters',
  async provoke(drill) {
    await hastyQueue(drill);
    await drill.prepare(
      `aws lambda put-function-concurrency --reserved-concurrent-executions 0 --function-name ${FUNCTION}`,
    );
    drill.afterwards(() => drill.prepare(`aws lambda delete-function-concurrency --function-name ${FUNCTION}`));
    const { workspace_id } = drill.stack;
    const meeting_url = 'https://meet.google.com/drl-good-xyz';
    const botId: string = (await drill.created('/bots', { workspace_id, meeting_url })).id;
    let id = '';
    return {
      async see() {
        id = await letterOf(drill, botId);
        expect(await drill.run(RUNBOOK.showDeadLetter, { '<id>': id })).toContain(botId);
      },
      async cure() {
        await drill.run(RUNBOOK.startFunction, { '…': FUNCTION });
        await drill.run(RUNBOOK.redriveDeadLetter, { '<id>': id });
        // Others about the same bot.
        await drill.run(RUNBOOK.redriveQueue, { first: 'bots' });
        await eventually(
          async () => (await drill.call('GET', `/bots/${botId}`)).body.status,
          (status) => status === 'completed',
          600,
        );
        await eventually(
          () => drill.run(RUNBOOK.listDeadLetters),
          (printed) => printed.trim() === 'bots: empty',
        );
      },
    };
  },
};
