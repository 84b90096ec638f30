import { pinKey } from '#shared/accounts/identity/store';
import { patchBotContract, sendBotContract } from '#shared/capture/bots/contract';
import type { BotId } from '#shared/foundation/core/ids';
import { bots } from '#shared/meetings/bots/store';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { objectTextAt } from '#shared/webhooks/delivery/payload';
import { noon } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment } from '../edge/a-deployment.ts';

const [OLDER, NEWEST] = ['2026-10-09', '2026-10-12'];
const NESTED = { crm: { dealId: 42, tags: ['a', null], object: 'bot' }, seen: true, note: 'x'.repeat(600), none: null };
const FLAT = {
  crm: '{"dealId":42,"tags":["a",null],"object":"bot"}',
  seen: 'true',
  note: 'x'.repeat(500),
  none: 'null',
};

/** A deployment whose owner calls at a version that is asked for, or at the pin of the key. */
async function aPartner() {
  const { call, owner, context } = await aDeployment();
  const at = (version: string | undefined) => (method: string, path: string, body?: object) =>
    call(method, path, { key: owner.key, body, headers: version ? { 'service-version': version } : {} });
  const send = (version: string | undefined, metadata: unknown) =>
    at(version)('POST', '/bots', {
      workspace_id: owner.workspaceId,
      meeting_url: 'https://meet.google.com/abc-good-def',
      metadata,
    });
  return { context, owner, at, send, older: at(OLDER), newest: at(NEWEST) };
}

describe('metadata of a bot at an older version', () => {
  it('201: any JSON object, answered and read as it was stored; at the newest a map of texts', async () => {
    const { send, older, newest, owner } = await aPartner();

    const sent = await send(OLDER, NESTED);
    const path = `/bots/${sent.body.id}`;
    const list = await older('GET', `/bots?workspace_id=${owner.workspaceId}`);

    expect([sent.status, sent.body.metadata]).toEqual([201, NESTED]);
    expect((await older('GET', path)).body).toEqual(sent.body);
    expect(list.body.data).toEqual([sent.body]);
    expect((await newest('GET', path)).body).toEqual({ ...sent.body, metadata: FLAT });
  });

  it('201: at the pin of the key, where no version is asked for', async () => {
    const { send, context, owner } = await aPartner();
    await pinKey(context.table, owner.userId, OLDER);

    const sent = await send(undefined, NESTED);

    expect([sent.status, sent.headers['service-version'], sent.body.metadata]).toEqual([201, OLDER, NESTED]);
  });

  it('200: is replaced on patch, while the newest version merges into it', async () => {
    const { send, older, newest } = await aPartner();
    const path = `/bots/${(await send(OLDER, NESTED)).body.id}`;

    const merged = await newest('PATCH', path, { metadata: { seen: '', stage: 'won' } });
    const kept = await older('GET', path);
    const replaced = await older('PATCH', path, { metadata: { a: [1.5] } });

    const { seen: _seen, ...flat } = FLAT;
    expect([merged.status, merged.body.metadata]).toEqual([200, { ...flat, stage: 'won' }]);
    expect(kept.body.metadata).toEqual({ crm: NESTED.crm, note: NESTED.note, none: null, stage: 'won' });
    expect([replaced.status, replaced.body.metadata]).toEqual([200, { a: [1.5] }]);
    expect((await newest('GET', path)).body.metadata).toEqual({ a: '[1.5]' });
  });

  it('a webhook shows it as the pin of its endpoint asks', async () => {
    const { send, context } = await aPartner();
    const { id } = (await send(OLDER, NESTED)).body;
    const bot = await bots.find(context.table, id as BotId);
    if (!bot) throw new Error('The bot is not there.');

    const snapshot = snapshotOf({ type: 'bot.cancelled', bot: bot.state }, noon);

    expect(JSON.parse(objectTextAt(OLDER, snapshot, context.server)).metadata).toEqual(NESTED);
    expect(JSON.parse(objectTextAt(NEWEST, snapshot, context.server)).metadata).toEqual(FLAT);
    expect(objectTextAt(NEWEST, snapshot, context.server)).not.toContain('legacy');
  });

  it('201: 16 KB and not a byte more', async () => {
    const { send } = await aPartner();
    const large = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

    expect((await send(OLDER, large(16_384))).status).toBe(201);
    expect(expectError(sendBotContract, await send(OLDER, large(16_385)), 422)).toEqual(['too_long metadata']);
  });

  it.each([[5], ['text'], [''], [[]], [null], [true]])('422: %j, which is no object', async (metadata) => {
    const { send } = await aPartner();

    expect(expectError(sendBotContract, await send(OLDER, metadata), 422)).toEqual(['invalid_type metadata']);
  });
});

describe('metadata of a bot at the newest version', () => {
  it('422: nothing nested, on send and on patch', async () => {
    const { send, newest } = await aPartner();
    const path = `/bots/${(await send(NEWEST, {})).body.id}`;

    const sent = await send(NEWEST, { crm: { a: 1 } });
    const patched = await newest('PATCH', path, { metadata: { crm: [1] } });

    expect(expectError(sendBotContract, sent, 422)).toEqual(['invalid_type metadata.crm']);
    expect(expectError(patchBotContract, patched, 422)).toEqual(['invalid_type metadata.crm']);
  });
});
