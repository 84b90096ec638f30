import { describe, expect, it } from '@jest/globals';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { dynamoTable } from '#shared/dynamodb/table';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { createWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { appContext } from '#shared/wiring/app-context';
import { workspaceStore } from '#shared/workspaces/store';
import type { Answered } from '#test/support/answered';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { callsTo } from '#test/support/api';
import { requestCounter } from '#test/support/aws/counting';
import { kmsStandIn } from '#test/support/aws/kms';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const refusal = (answered: Answered, status: number) => expectRefusal(createWebhookEndpointContract, answered, status);

describe('POST /webhook_endpoints', () => {
  it('201: answers the endpoint, with the secret that was made for it', async () => {
    const { create, owner } = await aWorldWithAnOwner();

    const answered = await create({ metadata: { team: 7 } });

    const body = expectAnswer(createWebhookEndpointContract, answered, 201);
    expect(body).toMatchObject({
      object: 'webhook_endpoint',
      workspace_id: owner.workspaceId,
      url: 'https://partner.test/hooks',
      enabled_events: ['meeting.created'],
      status: 'enabled',
      api_version: '2026-10-12',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      metadata: { team: '7' },
    });
    expect(answered.headers['location']).toBe(`https://api.example.test/api/v1/webhook_endpoints/${body.id}`);
  });

  it('201: never shows a secret of the partner, and keeps it sealed for this endpoint alone', async () => {
    const { create, context, owner } = await aWorldWithAnOwner();
    const secret = 'a-secret-of-the-partner-itself';

    const { status, body } = await create({ secret });

    expect(status).toBe(201);
    expect(body).not.toHaveProperty('secret');
    const [sealed] = (await webhookEndpointStore(context.table).find(body.id))?.state.sealedSecrets ?? [];
    expect(sealed?.sealed).not.toContain(secret);
    const sealedFor = { workspace: owner.workspaceId, resource: body.id };
    expect(await context.sealer.open(`${sealed?.sealed}`, sealedFor)).toBe(secret);
  });

  it('201: tells the workspace in the same moment', async () => {
    const { create, context, owner } = await aWorldWithAnOwner();

    const { body } = await create({ enabled_events: ['*', 'bot.failed'] });

    expect(body.enabled_events).toEqual(['*']);
    const workspace = await workspaceStore(context.table).find(owner.workspaceId);
    expect(workspace?.state.endpoints).toEqual([{ id: body.id, types: ['*'], enabled: true, pin: '2026-10-12' }]);
  });

  it.each([
    ['the version of the request', { 'service-version': '2026-10-10' }, {}, '2026-10-09'],
    ['api_version', { 'service-version': '2026-10-12' }, { api_version: '2026-10-10' }, '2026-10-09'],
    ['the oldest for a date before all', {}, { api_version: '1999-12-31' }, '2025-11-25'],
    ['the newest for a date to come', {}, { api_version: '2999-01-01' }, '2026-10-12'],
  ])('201: pins it to %s', async (_what, headers, changes, pin) => {
    const { call, wanted, owner } = await aWorldWithAnOwner();

    const { body } = await call('POST', '/webhook_endpoints', {
      key: owner.key,
      headers,
      body: { ...wanted, ...changes },
    });

    expect(body.api_version).toBe(pin);
  });

  it('201: accepts a name that leads nowhere yet', async () => {
    const { create } = await aWorldWithAnOwner();

    expect((await create({ url: 'https://hooks.nowhere.test/' })).status).toBe(201);
  });

  it('201: costs three round trips', async () => {
    const { context, dynamo, owner, wanted, lookUp } = await aWorldWithAnOwner();
    const counter = requestCounter();
    const counted = appContext({
      ...context,
      table: dynamoTable(counter.watch(dynamo), 'main'),
      sealer: kmsSealer(counter.watch(kmsStandIn()), 'key'),
    });
    const call = callsTo(webhookEndpoints({ ...counted, lookUp }));
    const post = () => call('POST', '/webhook_endpoints', { key: owner.key, body: wanted });
    await post(); // The first call of a key pins it, which is a write of its own.

    const { answer, tally } = await counter.during(post);

    expect(answer.status).toBe(201);
    expect(tally.trips).toBeLessThanOrEqual(3);
  });

  it('400: no workspace, a blank one, or nothing of what is needed', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();

    const absent = await create({ workspace_id: undefined });
    const blank = await create({ workspace_id: ' ' });
    const empty = await call('POST', '/webhook_endpoints', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId },
    });

    expect(refusal(absent, 400)).toEqual(['bad_request workspace_id']);
    expect(refusal(blank, 400)).toEqual(['bad_request workspace_id']);
    expect(refusal(empty, 400)).toEqual(['missing url', 'missing enabled_events']);
  });

  it('401: without a key, as a plain member, and for a foreign workspace', async () => {
    const { create, call, wanted, owner, aColleague, anOwner } = await aWorldWithAnOwner();
    const member = await aColleague(owner.workspaceId, 'member');
    const stranger = await anOwner('Other');

    const keyless = await call('POST', '/webhook_endpoints', { body: wanted });
    expect(refusal(keyless, 401)).toEqual(['missing_api_key']);
    for (const { key } of [member, stranger]) expect(refusal(await create({}, key), 401)).toEqual(['unauthorized']);
  });

  it('409: a workspace has at most twenty', async () => {
    const { create } = await aWorldWithAnOwner();
    for (let made = 0; made < 20; made += 1) expect((await create()).status).toBe(201);

    expect(refusal(await create(), 409)).toEqual(['conflict']);
  });

  it('409 only after twenty, also when they come at once', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    for (let made = 0; made < 18; made += 1) await create();

    const answers = await Promise.all([create(), create(), create()]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    const list = await call('GET', `/webhook_endpoints?workspace_id=${owner.workspaceId}&limit=100`, {
      key: owner.key,
    });
    expect(list.body.data).toHaveLength(20);
  });

  it.each([
    ['a URL that is not https', { url: 'http://partner.test/' }, 'invalid', 'url'],
    ['a URL of a private address', { url: 'https://10.0.0.1/' }, 'invalid', 'url'],
    ['a URL that leads back to us', { url: 'https://api.example.test/api/v1/bots' }, 'invalid', 'url'],
    ['a name of which one address is private', { url: 'https://hooks.private.test/' }, 'invalid', 'url'],
    ['a receiver on this machine', { url: 'http://localhost:9000/' }, 'invalid', 'url'],
    ['a blank URL', { url: ' ' }, 'blank', 'url'],
    ['a URL that is too long', { url: `https://partner.test/${'x'.repeat(2_048)}` }, 'too_long', 'url'],
    ['a URL that is no text', { url: 7 }, 'invalid_type', 'url'],
    ['an event that does not exist', { enabled_events: ['bot.failed', 'bot.born'] }, 'inclusion', 'enabled_events.1'],
    ['no event at all', { enabled_events: [] }, 'blank', 'enabled_events'],
    ['events that are no list', { enabled_events: 'meeting.created' }, 'invalid_type', 'enabled_events'],
    ['a short secret', { secret: 'x'.repeat(23) }, 'invalid', 'secret'],
    ['a long secret', { secret: 'x'.repeat(257) }, 'too_long', 'secret'],
    ['a secret with a space', { secret: `${'x'.repeat(24)} y` }, 'invalid_format', 'secret'],
    ['a version that is no date', { api_version: '2026-13-01' }, 'invalid_format', 'api_version'],
    ['metadata within metadata', { metadata: { team: {} } }, 'invalid_type', 'metadata.team'],
    ['a field there is not', { colour: 'blue' }, 'unknown_field', 'colour'],
  ])('422: %s', async (_what, changes, code, field) => {
    const { create } = await aWorldWithAnOwner();

    expect(refusal(await create(changes), 422)).toEqual([`${code} ${field}`]);
  });

  it('201: a local stack takes receivers on the same machine', async () => {
    const { create } = await aWorldWithAnOwner({ allowLocalReceivers: true });

    const { status, body } = await create({ url: 'http://127.0.0.1:9000/hooks' });

    expect([status, body.url]).toEqual([201, 'http://127.0.0.1:9000/hooks']);
  });

  it.each([24, 256])('201: a secret of %i characters', async (length) => {
    const { create } = await aWorldWithAnOwner();

    expect((await create({ secret: '~'.repeat(length) })).status).toBe(201);
  });

  it('503: the key service is too busy, with when to come back', async () => {
    const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
    const sealer = kmsSealer({ send: () => Promise.reject(throttled) }, 'key');
    const { create } = await aWorldWithAnOwner({ sealer });

    const answered = await create();

    expect(refusal(answered, 503)).toEqual(['provider_unavailable']);
    expect(answered.headers['retry-after']).toBe('1');
  });
});
