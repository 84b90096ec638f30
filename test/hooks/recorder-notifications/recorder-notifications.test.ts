import { recorderNotifications } from '#functions/hooks/recorder-notifications/index';
import { OWN_KEYS } from '#lib/table-access';
import { recorderHints } from '#shared/capture/recorders/registry/recorder-hints';
import { sealSecrets } from '#shared/capture/recorders/registry/recorder-secrets';
import type { BotId } from '#shared/foundation/core/ids';
import { bots } from '#shared/meetings/bots/store';
import type { HintRequest, RecorderAdapter } from '#shared/meetings/recorders/ports';
import { recorderRegistry } from '#shared/meetings/recorders/store';
import { commandContext } from '#shared/wiring/command-context';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { keyRecorder } from '#test/doubles/aws/key-recorder';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { fakeRecorder } from '#test/support/fake-recorder';
import { aGatewayEvent } from '#test/support/gateway-event';
import { describe, expect, it } from '#test/support/jest';
import { severalRecorders } from '#test/support/several-recorders';

const TOKEN = 'unguessable-token';

/** Its webhooks are the hint itself, authentic with the token of the path. */
const recall: RecorderAdapter = {
  ...ADAPTERS.recall,
  make: () => ({
    ...fakeRecorder().recorder,
    verifyHint: ({ hasToken, rawBody }: HintRequest) => (hasToken ? JSON.parse(rawBody) : 'forged'),
  }),
};

/** A joining bot at the recorder `eu`, the hook, and what it sends to the queue of bots. */
async function aBotAtARecorder() {
  const story = await aBotStory();
  const { table, sealer } = story.context;
  const { recorders } = severalRecorders({ eu: 'recall' });
  const { workers, id } = {
    workers: botWorkers({ ...story.world, context: story.context }, { recorders }),
    id: (await story.send()).body.id,
  };
  await workers.work(id);
  const sealed = await sealSecrets(sealer, { apiKey: 'k', webhookSecret: null, hookToken: TOKEN });
  await recorderRegistry.save(table, undefined, {
    recorders: [
      { name: 'eu', kind: 'recall', baseUrl: 'https://recall.test', sealed },
      { name: 'simulator', kind: 'simulator', baseUrl: '', sealed: '' },
    ],
    order: { meet: ['eu'], zoom: [], teams: [] },
  });
  const keys = keyRecorder();
  const watched = {
    ...story.context,
    ...commandContext({ ...story.context, table: tableOver(keys.watch(story.world.dynamo)) }),
  };
  const queued: unknown[] = [];
  const served: unknown[] = [];
  const log: Readonly<Record<string, unknown>>[] = [];
  const hook = recorderNotifications(watched, {
    hints: recorderHints({ ...watched, adapters: { ...ADAPTERS, recall } }),
    queue: { send: async (messages) => void queued.push(...messages) },
    liveQueue: { send: async (messages) => void served.push(...messages) },
    log: (entry) => void log.push(entry),
  });
  const call = async (path: string, body: unknown, method = 'POST') =>
    (
      await hook(
        aGatewayEvent({
          method,
          path,
          headers: { 'Content-Type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
    ).statusCode;
  return { ...story, id, call, queued, served, log, keys };
}

const PATH = `/hooks/recorders/eu/${TOKEN}`;

describe('POST /hooks/recorders/{name}/{token}', () => {
  it.each([
    ['our bot id', (id: string) => ({ botId: id })],
    ["the recorder's own id", (id: string) => ({ externalId: id })],
  ])('200: queues a check of the bot that is named by %s', async (_how, hint) => {
    const { call, id, queued, owner, keys } = await aBotAtARecorder();

    expect(await call(PATH, hint(id))).toBe(200);

    const message = { botId: id, workspaceId: owner.workspaceId, reason: 'changed' };
    expect(queued).toEqual([{ message, delaySeconds: 0, group: owner.workspaceId }]);
    for (const read of keys.reads) expect(OWN_KEYS['hooks/recorder-notifications']?.reads).toContain(read);
    expect([...keys.writes]).toEqual([]);
  });

  it.each([
    ['another token', '/hooks/recorders/eu/other-token', 'forged'],
    ['an unknown recorder', `/hooks/recorders/us/${TOKEN}`, 'forged'],
    ['the simulator, which sends none', `/hooks/recorders/simulator/${TOKEN}`, 'forged'],
  ])('200: does nothing with %s', async (_what, path, outcome) => {
    const { call, id, queued, log } = await aBotAtARecorder();

    expect(await call(path, { botId: id })).toBe(200);

    expect([queued, log]).toEqual([[], [expect.objectContaining({ outcome })]]);
  });

  it('200: does nothing for a bot that it does not know, one that is over, and a body without one', async () => {
    const { call, id, queued, cancel } = await aBotAtARecorder();
    await call(PATH, { externalId: 'unknown' });
    await call(PATH, {});
    await cancel(id);
    await call(PATH, { botId: id });

    expect(queued).toEqual([]);
  });

  it('200: bears a body that it cannot read, and one that is too long, and logs neither', async () => {
    const { call, log } = await aBotAtARecorder();

    expect(await call(PATH, 'not JSON, secret-text')).toBe(200);
    expect(await call(PATH, `{"a":"${'secret-text'.repeat(30_000)}"}`)).toBe(200);
    expect(await call(PATH, `{"a":"secret-text${'会'.repeat(86_000)}"}`)).toBe(200);

    expect(log.map(({ outcome }) => outcome).slice(1)).toEqual(['too long', 'too long']);
    expect(JSON.stringify(log)).not.toContain('secret-text');
    expect(JSON.stringify(log)).not.toContain(TOKEN);
  });

  it.each([
    [405, PATH, 'GET'],
    [404, '/hooks/recorders/eu', 'POST'],
    [404, '/hooks/recorders/eu/a/b', 'POST'],
  ])('%i: %s by %s', async (status, path, method) => {
    const { call } = await aBotAtARecorder();

    expect(await call(path, {}, method)).toBe(status);
  });

  it('changes nothing in the bot', async () => {
    const { call, id, context } = await aBotAtARecorder();
    const before = await bots.find(context.table, id as BotId);

    await call(PATH, { botId: id, state: 'ended' });

    expect(await bots.find(context.table, id as BotId)).toEqual(before);
  });
});
