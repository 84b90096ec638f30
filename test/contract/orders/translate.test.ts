import { orderTranslationContract } from '#shared/texts/orders/contract';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { anOrderWorld } from './an-order.ts';

describe('POST /translate', () => {
  it('201: makes the order with one operation and one conversation for each language', async () => {
    const { order, owner, conversation, source } = await anOrderWorld();

    const answer = await order({ target_languages: ['fr', 'pt-br', 'fr'], name: 'Welcome', tags: ['a', 'a'] });

    const body = expectSuccess(orderTranslationContract, answer, 201);
    expect(body).toMatchObject({
      ...{ workspace_id: owner.workspaceId, kind: 'translation', service: 'auto', state: 'submitted', name: 'Welcome' },
      ...{ target_languages: ['fr', 'pt-BR'], tags: ['a'], failure_reason: null, ended_at: null },
    });
    expect(body.operations.map((one: { state: string }) => one.state)).toEqual(['pending', 'pending']);
    expect((await conversation(body.outputs_ids[1])).body).toMatchObject({
      ...{
        kind: 'translation',
        state: 'initial',
        language: 'pt-BR',
        name: 'Welcome',
        order_id: body.id,
        meeting: null,
      },
      source_conversation_id: source,
    });
  });

  it('201: becomes texts in the order of the source, and the endpoints are notified', async () => {
    const { order, worker, readOrder, conversation, source, world, owner, eventsSent } = await anOrderWorld();
    await callsTo(everyGroup(world.context))('POST', '/webhook_endpoints', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] },
    });
    const { id } = (await order({ target_languages: ['fr', 'de'] })).body;

    await worker.untilQuiet();

    const done = await readOrder(id);
    expect(done).toMatchObject({ state: 'fulfilled', ended_at: expect.any(String) });
    const text = (await conversation(done.outputs_ids[0], '/transcript')).body;
    const original = (await conversation(source, '/transcript')).body;
    expect(text.language).toBe('fr');
    expect(text.segments.map((segment: { start: number }) => segment.start)).toEqual(
      original.segments.map((segment: { start: number }) => segment.start),
    );
    expect(text.segments[0].text).not.toBe(original.segments[0].text);
    expect((await conversation(done.outputs_ids[0])).body).toMatchObject({
      state: 'automatic_done',
      audio_length_in_seconds: expect.any(Number),
    });
    expect(eventsSent().sort()).toEqual([
      ...['conversation.ready', 'conversation.ready', 'order.fulfilled', 'order.submitted'],
    ]);
  });

  it('201: reads the id of a translation as that of its source', async () => {
    const { order, worker, conversation, source } = await anOrderWorld();
    const { outputs_ids: outputs } = (await order()).body;
    await worker.untilQuiet();

    const answer = await order({ source_conversation_id: outputs[0], target_languages: ['de'] });

    const [german] = expectSuccess(orderTranslationContract, answer, 201).outputs_ids;
    expect((await conversation(german)).body.source_conversation_id).toBe(source);
  });

  it('201: keeps the order and its conversations in a folder', async () => {
    const { order, world, owner } = await anOrderWorld();
    const call = callsTo(everyGroup(world.context));
    const folder = await call('POST', '/folders', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId, name: 'Languages' },
    });

    await order({ folder_id: folder.body.id, target_languages: ['fr', 'de'] });

    const found = await call('GET', `/folders/${folder.body.id}`, { key: owner.key });
    expect(found.body.conversations_count).toBe(2);
  });

  it('201: shows the secret of its webhook once, and to a repeated request', async () => {
    const { order, readOrder, act, listOrders, owner, world } = await anOrderWorld();
    const asked = { webhook_url: 'https://partner.test/orders', confirm: false };
    const once = { 'idempotency-key': 'key-1' };

    const answer = await order(asked, owner.key, once);

    const body = expectSuccess(orderTranslationContract, answer, 201);
    expect(body.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await order(asked, owner.key, once)).body).toEqual(body);
    const later = [await readOrder(body.id), (await act(body.id, 'confirm')).body, (await listOrders()).body.data[0]];
    expect(later.map((one) => 'webhook_secret' in one)).toEqual([false, false, false]);
    expect((await order()).body).not.toHaveProperty('webhook_secret');
    expect((await order({ webhook_url: null })).body).not.toHaveProperty('webhook_secret');
    expect(JSON.stringify(world.dynamo.items())).not.toContain(body.webhook_secret);
  });

  it('201: shows the secret of its webhook as `webhookSecret` at older versions', async () => {
    const { order, owner } = await anOrderWorld();
    const asked = { webhook_url: 'https://partner.test/orders' };

    const { body } = await order(asked, owner.key, { 'service-version': '2026-10-09' });

    expect(body.webhookSecret).toMatch(/^whsec_/);
  });

  it('400: without a source', async () => {
    const { call, owner } = await anOrderWorld();

    const answer = await call('POST', '/translate', { key: owner.key, body: { target_languages: ['fr'] } });

    expect(expectError(orderTranslationContract, answer, 400)).toEqual(['missing source_conversation_id']);
  });

  it('401: a guest', async () => {
    const { order, world, owner } = await anOrderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    expect(expectError(orderTranslationContract, await order({}, guest.key), 401)).toEqual(['unauthorized']);
  });

  it('403: work of people that the workspace does not have', async () => {
    const { order } = await anOrderWorld();

    const answer = await order({ service: 'pro' });

    expect(expectError(orderTranslationContract, answer, 403)).toEqual(['plan_upgrade_required']);
  });

  it('409: a source that has failed', async () => {
    const { order, world, owner } = await anOrderWorld();
    const failed = { state: 'failed', failureReason: 'translation_failed', kind: 'transcription' } as const;
    const { id } = await anOrderConversation(world, owner, failed);

    const answer = await order({ source_conversation_id: id, target_languages: ['de'] });

    expect(expectError(orderTranslationContract, answer, 409)).toEqual(['conflict']);
  });

  it('422: the language of the source, no language, and a folder of another workspace', async () => {
    const { order, conversation, source } = await anOrderWorld();
    const { language } = (await conversation(source)).body;

    const refusals = [
      await order({ target_languages: ['fr', language] }),
      await order({ target_languages: [] }),
      await order({ target_languages: ['not a language'] }),
      await order({ folder_id: 'fol_01jbzq1f0he2k9m4vxr8t6d5cp' }),
    ].map((answer) => expectError(orderTranslationContract, answer, 422));

    expect(refusals).toEqual([
      ['invalid target_languages.1'],
      ['invalid target_languages'],
      ['invalid target_languages.0'],
      ['invalid folder_id'],
    ]);
  });

  it.each([
    ['http://partner.test/orders', 'invalid'],
    ['https://127.0.0.1/orders', 'invalid'],
    ['https://[fd00::1]/orders', 'invalid'],
    ['https://metadata.google.internal/', 'invalid'],
    ['https://partner.test:22/', 'invalid'],
    ['https://user:password@partner.test/', 'invalid'],
    ['https://api.example.test/api/v1/orders', 'invalid'],
    [`https://partner.test/${'a'.repeat(2_048)}`, 'too_long'],
    [' ', 'blank'],
    [7, 'invalid_type'],
  ])('422: the `webhook_url` %j', async (url, code) => {
    const { order, listOrders } = await anOrderWorld();

    const answer = await order({ webhook_url: url });

    expect(expectError(orderTranslationContract, answer, 422)).toEqual([`${code} webhook_url`]);
    expect((await listOrders()).body.data).toEqual([]);
  });

  it('429: the hundred and first order of an hour', async () => {
    const { order } = await anOrderWorld();
    for (let nth = 0; nth < 100; nth += 1) await order();

    expect(expectError(orderTranslationContract, await order(), 429)).toEqual(['rate_limited']);
  });
});
