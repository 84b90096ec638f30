import {
  createTranslationTaskContract,
  deprecatedOrderTranslationContract,
  getTranslationTaskContract,
} from '#shared/texts/orders/deprecated-paths/contract';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { anOrderWorld } from './an-order.ts';

const ORDERS = '/orders/translation';
const TASKS = '/task/transcription_translation';
/** Dates of docs/changelog.md, in the form of RFC 9745. */
const NOVEMBER_25 = '@1764028800';
const AUGUST_14 = '@1786665600';

async function anOlderWorld() {
  const world = await anOrderWorld();
  const { call, owner, source } = world;
  const headersOf = (sent: object) => ({ 'service-version': '2026-10-12', ...sent });
  const send = (path: string, body: object, headers: Record<string, string> = {}, key = owner.key) =>
    call('POST', path, { key, body, headers: headersOf(headers) });
  return {
    ...world,
    send,
    orderOlder: (changes: object = {}, key = owner.key) =>
      send(ORDERS, { source_transcription_id: source, target_languages: ['fr'], ...changes }, {}, key),
    startTask: (changes: object = {}, headers: Record<string, string> = {}, key = owner.key) =>
      send(TASKS, { transcription_id: source, target_language: 'fr', ...changes }, headers, key),
    readTask: (id: string, headers: Record<string, string> = {}) =>
      call('GET', `${TASKS}/${id}`, { key: owner.key, headers: headersOf(headers) }),
    aFailedSource: async () => {
      const failed = { state: 'failed', failureReason: 'translation_failed', kind: 'transcription' } as const;
      return (await anOrderConversation(world.world, owner, failed)).id;
    },
    languageOfSource: async () => (await world.conversation(source)).body.language,
  };
}

describe('POST /orders/translation', () => {
  it('201: makes the order that POST /translate makes, and says that it is deprecated', async () => {
    const { orderOlder, readOrder } = await anOlderWorld();

    const answer = await orderOlder({ target_languages: ['fr', 'de'], name: 'Welcome' });

    const order = expectSuccess(deprecatedOrderTranslationContract, answer, 201);
    expect(order).toEqual(await readOrder(order.id));
    expect(order).toMatchObject({ object: 'order', name: 'Welcome', target_languages: ['fr', 'de'] });
    expect(answer.headers).toMatchObject({
      ...{ deprecation: AUGUST_14, location: expect.stringMatching(`/orders/${order.id}$`) },
      link: expect.stringContaining('rel="deprecation"'),
    });
  });

  it('400 to 422: names its own fields', async () => {
    const { orderOlder, send, world, owner, aFailedSource, languageOfSource } = await anOlderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const contract = deprecatedOrderTranslationContract;

    expect({
      missing: expectError(contract, await send(ORDERS, { target_languages: ['fr'] }), 400),
      guest: expectError(contract, await orderOlder({}, guest.key), 401),
      pro: expectError(contract, await orderOlder({ service: 'pro' }), 403),
      failed: expectError(contract, await orderOlder({ source_transcription_id: await aFailedSource() }), 409),
      unknown: expectError(contract, await orderOlder({ source_transcription_id: anUnknown('con') }), 422),
      same: expectError(contract, await orderOlder({ target_languages: ['fr', await languageOfSource()] }), 422),
    }).toEqual({
      ...{ missing: ['missing source_transcription_id'], guest: ['unauthorized'], pro: ['plan_upgrade_required'] },
      ...{ failed: ['conflict'], unknown: ['invalid source_transcription_id'], same: ['invalid target_languages.1'] },
    });
  });

  it('429: after a hundred orders of an hour by any path', async () => {
    const { orderOlder, startTask, order } = await anOlderWorld();
    for (let nth = 0; nth < 100; nth += 1) await order();

    expect(expectError(deprecatedOrderTranslationContract, await orderOlder(), 429)).toEqual(['rate_limited']);
    expect(expectError(createTranslationTaskContract, await startTask(), 429)).toEqual(['rate_limited']);
  });
});

describe('POST /task/transcription_translation', () => {
  it('201: orders one language, shown as a task until it is done', async () => {
    const { startTask, readTask, readOrder, worker, source } = await anOlderWorld();

    const answer = await startTask();

    const task = expectSuccess(createTranslationTaskContract, answer, 201);
    const [translated] = (await readOrder(task.id)).outputs_ids;
    expect(task).toMatchObject({
      ...{ object: 'translation_task', state: 'initial', transcription_id: source, target_language: 'fr' },
      ...{ translated_transcription_id: translated, failure_reason: null },
    });
    expect(answer.headers).toMatchObject({
      ...{ deprecation: NOVEMBER_25, location: expect.stringMatching(`${TASKS}/${task.id}$`) },
    });
    await worker.untilQuiet();
    const done = await readTask(task.id);
    expect(expectSuccess(getTranslationTaskContract, done, 200)).toMatchObject({ state: 'done' });
    expect(done.headers).toMatchObject({
      deprecation: NOVEMBER_25,
      link: expect.stringContaining('rel="deprecation"'),
    });
  });

  it('201: makes one order for an Idempotency-Key', async () => {
    const { startTask, listOrders } = await anOlderWorld();

    const [first, second] = [
      await startTask({}, { 'idempotency-key': 'k' }),
      await startTask({}, { 'idempotency-key': 'k' }),
    ];

    expect(second.body).toEqual(first.body);
    expect((await listOrders()).body.data).toHaveLength(1);
  });

  it('400 to 422: names its own fields', async () => {
    const { startTask, send, world, owner, aFailedSource, languageOfSource } = await anOlderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const contract = createTranslationTaskContract;

    expect({
      missing: expectError(contract, await send(TASKS, { target_language: 'fr' }), 400),
      guest: expectError(contract, await startTask({}, {}, guest.key), 401),
      failed: expectError(contract, await startTask({ transcription_id: await aFailedSource() }), 409),
      unknown: expectError(contract, await startTask({ transcription_id: anUnknown('con') }), 422),
      same: expectError(contract, await startTask({ target_language: await languageOfSource() }), 422),
    }).toEqual({
      ...{ missing: ['missing transcription_id'], guest: ['unauthorized'], failed: ['conflict'] },
      ...{ unknown: ['invalid transcription_id'], same: ['invalid target_language'] },
    });
  });
});

describe('GET /task/transcription_translation/{id}', () => {
  it('200: shows a canceled draft as failed, without its conversation', async () => {
    const { order, readTask, act } = await anOlderWorld();
    const { id } = (await order({ confirm: false })).body;

    const before = (await readTask(id)).body;
    await act(id, 'cancel');

    expect(before.state).toBe('initial');
    expect((await readTask(id)).body).toMatchObject({ state: 'failed', translated_transcription_id: null });
  });

  it('200: has camelCase fields before 2026-10-12', async () => {
    const { startTask, readTask, source } = await anOlderWorld();
    const { id } = (await startTask()).body;

    const { body } = await readTask(id, { 'service-version': '2026-10-09' });

    expect(body).toMatchObject({ transcriptionId: source, createdAt: expect.stringMatching(/[+-]\d\d:\d\d$/) });
  });

  it('404: an order of several languages, and one that does not exist', async () => {
    const { order, readTask } = await anOlderWorld();
    const { id } = (await order({ target_languages: ['fr', 'de'] })).body;

    for (const one of [id, anUnknown('ord')])
      expect(expectError(getTranslationTaskContract, await readTask(one), 404)).toEqual(['not_found']);
  });
});

const anUnknown = (prefix: string) => `${prefix}_01jbzq1f0he2k9m4vxr8t6d5cp`;
