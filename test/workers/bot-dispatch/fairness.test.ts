import { botDispatch } from '#functions/workers/bot-dispatch/index';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Outgoing } from '#shared/foundation/events/ports';
import { noon } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { describe, expect, it } from '#test/support/jest';
import { theRecorders } from '#test/support/the-recorders';

type Sent = Outgoing<{ readonly botId: string; readonly workspaceId: string; readonly dueAt: number }>;

/** The worker of a story, with what it sends to its queue. */
async function aWorker() {
  const story = await aBotStory();
  const sent: Sent[] = [];
  const handler = botDispatch(story.context, {
    recorders: theRecorders(story.recorder),
    queue: { send: async (messages) => void sent.push(...messages) },
    timeScale: { scaled: (milliseconds) => milliseconds },
    stage: 'test',
    log: () => undefined,
  });
  return {
    ...story,
    sent,
    receive: async (body: object) =>
      (await handler({ Records: [{ messageId: 'm', body: JSON.stringify(body) }] } as never)).batchItemFailures,
  };
}

describe('a message about a bot without a message group', () => {
  it.each([
    ['the sweeper', (botId: string) => ({ botId })],
    ['the bus', (botId: string) => ({ 'detail-type': 'bot.due', detail: { id: 'out_1', subject: botId } })],
  ])(
    'from %s is queued once more in the group of its workspace, before the recorder is called',
    async (_from, body) => {
      const { send, receive, sent, asked, bot, owner } = await aWorker();
      const { id } = (await send()).body;

      expect(await receive(body(id))).toEqual([]);

      const message = { botId: id, workspaceId: owner.workspaceId, dueAt: noon };
      expect(sent).toEqual([{ message, delaySeconds: 0, group: owner.workspaceId }]);
      expect(asked.sent).toEqual([]);
      await receive(message);
      expect((await bot(id)).status).toBe('joining');
    },
  );

  it('is dropped when the bot has ended', async () => {
    const { send, cancel, receive, sent } = await aWorker();
    const { id } = (await send()).body;
    await cancel(id);

    await receive({ botId: id });

    expect(sent).toEqual([]);
  });
});

it('the next check of a bot is queued in the group of its workspace', async () => {
  const { send, receive, sent, owner } = await aWorker();
  const { id } = (await send()).body;

  await receive({ botId: id, workspaceId: owner.workspaceId, dueAt: noon });

  expect(sent.map(({ group }) => group)).toEqual([owner.workspaceId]);
});

describe('automatic bots beyond the limit of their workspace', () => {
  async function anAutomaticBot() {
    const worker = await aWorker();
    const { world, context, owner } = worker;
    await worker.createSettings({ recording: { enabled: true } });
    const { meeting_id } = (await worker.push()).body;
    const id = String((await worker.meeting(meeting_id)).recordings[0].id);
    world.clock.set(Date.parse(minutes(57)) as never);
    const use = (amount: number) => context.useOf('bot_dispatches', owner.workspaceId, world.clock.now(), amount);
    return {
      ...worker,
      id,
      message: { botId: id, workspaceId: owner.workspaceId, dueAt: world.clock.now() },
      useUp: () => context.limitCounter.take(use(use(1).most)),
    };
  }

  it('wait for the next minute, in which they are sent', async () => {
    const { world, id, message, useUp, receive, sent, asked, bot } = await anAutomaticBot();
    await useUp();

    expect(await receive(message)).toEqual([]);

    expect([(await bot(id)).status, asked.sent]).toEqual(['queued', []]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ message: { botId: id }, group: message.workspaceId });
    expect(sent[0]?.delaySeconds).toBeGreaterThanOrEqual(60);
    expect(sent[0]?.delaySeconds).toBeLessThan(90);
    world.clock.advance((sent[0]?.delaySeconds ?? 0) * SECOND_MS);
    await receive(sent[0]?.message ?? {});
    expect((await bot(id)).status).toBe('joining');
  });

  it('are not sent before by another message', async () => {
    const { world, id, message, useUp, receive, sent, bot } = await anAutomaticBot();
    await useUp();
    await receive(message);
    world.clock.advance(MINUTE_MS / 2);

    await receive(message);
    await receive({ botId: id });

    expect([(await bot(id)).status, sent.length]).toEqual(['queued', 1]);
  });

  it('do not keep a bot waiting that a caller sent', async () => {
    const { world, send, useUp, receive, bot, owner } = await anAutomaticBot();
    const { id } = (await send({ meeting_url: 'https://zoom.us/j/1234567890' })).body;
    await useUp();

    await receive({ botId: id, workspaceId: owner.workspaceId, dueAt: world.clock.now() });

    expect((await bot(id)).status).toBe('joining');
  });
});
