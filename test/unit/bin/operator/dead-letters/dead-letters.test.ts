import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { CliError, UsageError } from '#bin/cli/cli-error';
import { aboutOf } from '#bin/operator/dead-letters/dead-letter';
import { type Asked, act, actionIn } from '#bin/operator/dead-letters/dead-letters';
import { DEAD_LETTER_NAMES, deadLetterQueueName } from '#bin/operator/dead-letters/queues';
import { deadLetterQueues } from '#bin/operator/dead-letters/read-dead-letters';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { inMemorySqs } from '#test/doubles/aws/sqs';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const PRINCIPAL = 'arn:aws:sts::111122223333:assumed-role/operators/ada';
const BOT = 'bot_01kcw3v9e2f3hb5wnkq8zr6m4t';
const OUTBOX = 'out_01kcw3v9e2f3hb5wnkq8zr6m4t';
const QUEUE = 'rapporteur-sandbox-bots';
const DEAD = `${QUEUE}-dead-letters`;

async function aStage() {
  const world = aWorld();
  const { workspaceId } = await world.anOwner('Acme');
  const queues = DEAD_LETTER_NAMES.map((name) => deadLetterQueueName('sandbox', name));
  const names = queues.flatMap((name) => [name, name.replace('-dead-letters', '')]);
  const sqs = inMemorySqs(Object.fromEntries(names.map((name) => [name, {}])));
  const send = async (body: string, group?: string) => {
    const message = {
      QueueUrl: sqs.urlOf(DEAD),
      MessageBody: body,
      ...(group !== undefined && { MessageGroupId: group }),
    };
    return (await sqs.send(new SendMessageCommand(message))).MessageId ?? '';
  };
  const context = { ...world.context, operator: PRINCIPAL };
  const run = (asked: Asked, reveals = false) =>
    act({ context, queues: deadLetterQueues(sqs, 'sandbox'), stage: 'sandbox' }, asked, reveals);
  const audited = async () => {
    const page = { limit: 9, after: undefined };
    const { items } = await auditEvents.list(context.table, workspaceId, { now: world.clock.now() }, page);
    return items.map(({ action, actor, after }) => [action, actor, after]);
  };
  return { workspaceId, sqs, send, run, audited, queues: deadLetterQueues(sqs, 'sandbox') };
}

const bodiesIn = (sqs: ReturnType<typeof inMemorySqs>, queue: string) => sqs.messages(queue).map(({ body }) => body);

describe('what a dead letter is about', () => {
  it.each([
    [
      'an event of the bus',
      { 'detail-type': 'bot.joined', detail: { id: OUTBOX, type: 'bot.joined' } },
      'bot.joined',
      [OUTBOX],
    ],
    ['a job of a worker', { job: { id: OUTBOX, type: 'job.mail' }, workspaceId: 'wks_1' }, 'job.mail', [OUTBOX]],
    ['a message that names a bot', { botId: BOT }, 'bot', [BOT]],
    ['another object', { a: 1 }, 'unknown', []],
  ])('is told of %s', (_what, body, kind, about) => {
    expect(aboutOf({ body: JSON.stringify(body), group: undefined })).toEqual({ kind, about });
  });

  it.each(['{', '"text"', '[]', ''])('is unreadable where it is no JSON object: %j', (body) => {
    expect(aboutOf({ body, group: BOT })).toEqual({ kind: 'unreadable', about: [BOT] });
  });
});

describe('npm run ops -- dead-letters', () => {
  it('lists the messages of a queue, which stay in it and are visible at once', async () => {
    const { send, run, sqs } = await aStage();
    const first = await send(JSON.stringify({ botId: BOT }));
    await send('{');

    const { text } = await run({ action: 'list', queues: ['bots', 'mail'] });
    const again = await run({ action: 'list', queues: ['bots'] });

    expect(text).toMatch(
      new RegExp(`^bots: 2 messages\\n  ${first}  .*  bot  ${BOT}\\n  .*  unreadable  names no id\\nmail: empty$`),
    );
    expect(again.text).toContain('bots: 2 messages');
    expect(sqs.messages(DEAD)).toHaveLength(2);
  });

  it('shows one with its texts masked, the query of the log that says why, and tells the audit log', async () => {
    const { send, run, audited, workspaceId } = await aStage();
    const id = await send(JSON.stringify({ botId: BOT, note: 'Ada Lovelace' }), workspaceId);

    const { json } = await run({ action: 'show', queue: 'bots', id });

    expect(json).toMatchObject({
      ...{ queue: 'bots', id, kind: 'bot', about: [BOT, workspaceId], receives: 1 },
      why: { query: expect.stringContaining(`messageId = "${id}"`) },
      body: { botId: BOT, note: '(12 characters)' },
    });
    const actor = { type: 'command', principal: PRINCIPAL };
    expect(await audited()).toEqual([
      ['workspace.read', actor, { command: 'dead-letters', subject: id, revealed: false }],
    ]);
  });

  it('sends one back to its queue with its group, and leaves the others', async () => {
    const { send, run, sqs } = await aStage();
    const id = await send('{"botId":"1"}', 'wks_1');
    await send('{"botId":"2"}');

    await run({ action: 'redrive', queue: 'bots', id });

    expect(bodiesIn(sqs, DEAD)).toEqual(['{"botId":"2"}']);
    expect(sqs.messages(QUEUE).map(({ body, group }) => [body, group])).toEqual([['{"botId":"1"}', 'wks_1']]);
  });

  it('drops one for good, with an audit event in the workspace that it names', async () => {
    const { send, run, sqs, audited, workspaceId } = await aStage();
    const id = await send(JSON.stringify({ job: { id: OUTBOX, type: 'job.mail' }, workspaceId }));
    await send('kept');

    await run({ action: 'drop', queue: 'bots', id });

    expect(bodiesIn(sqs, DEAD)).toEqual(['kept']);
    const actor = { type: 'command', principal: PRINCIPAL };
    expect(await audited()).toEqual([
      ['workspace.dead_letter_dropped', actor, { queue: 'bots', message: id, kind: 'job.mail' }],
    ]);
  });

  it('finds the messages of every queue that name an id', async () => {
    const { send, queues } = await aStage();
    const id = await send(JSON.stringify({ botId: BOT }));
    await send(JSON.stringify({ botId: OUTBOX }));

    expect(await queues.naming(BOT)).toEqual([expect.objectContaining({ queue: 'bots', id })]);
  });

  it('says so where a message is not there, and where it has no queue to go back to', async () => {
    const { run, sqs } = await aStage();
    const failed = sqs.urlOf(deadLetterQueueName('sandbox', 'sweeper'));
    const { MessageId: id = '' } = await sqs.send(new SendMessageCommand({ QueueUrl: failed, MessageBody: '{}' }));

    await expect(run({ action: 'show', queue: 'bots', id: 'none' })).rejects.toThrow(CliError);
    await expect(run({ action: 'redrive', queue: 'sweeper', id })).rejects.toThrow('failed invocations');
  });
});

describe('the options of npm run ops -- dead-letters', () => {
  const none = { list: false, show: false, redrive: false, drop: false, queue: undefined, id: undefined };

  it('list every queue, or one', () => {
    expect(actionIn(none)).toEqual({ action: 'list', queues: DEAD_LETTER_NAMES });
    expect(actionIn({ ...none, list: true, queue: 'bots' })).toEqual({ action: 'list', queues: ['bots'] });
  });

  it('name a message of a queue for everything else', () => {
    expect(actionIn({ ...none, drop: true, queue: 'bots', id: 'm' })).toEqual({
      action: 'drop',
      queue: 'bots',
      id: 'm',
    });
    for (const wrong of [
      { show: true },
      { drop: true, queue: 'bots' },
      { list: true, id: 'm' },
      { show: true, drop: true },
    ] as const)
      expect(() => actionIn({ ...none, ...wrong })).toThrow(UsageError);
  });
});
