import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { workspaces } from '#shared/accounts/workspaces/store';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { createWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { webhookEndpoints as storedEndpoints } from '#shared/webhooks/endpoints/store';
import { openCustomHeaders } from '#shared/webhooks/signing/custom-headers';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const refusal = (answered: ApiResponse, status: number) => expectError(createWebhookEndpointContract, answered, status);

const aCondition = (changes: object = {}) => ({ path: 'status', operator: 'equals', value: 'failed', ...changes });
const aFilter = (changes: object) => ({ filters: { 'bot.failed': [aCondition(changes)] } });
const FIRST = 'filters.bot.failed.0';
const LONG = 'x'.repeat(100);

describe('POST /webhook_endpoints', () => {
  it('201: answers the endpoint, with the secret that was made for it', async () => {
    const { create, owner } = await aWorldWithAnOwner();

    const answered = await create({ metadata: { team: 7 } });

    const body = expectSuccess(createWebhookEndpointContract, answered, 201);
    expect(body).toMatchObject({
      object: 'webhook_endpoint',
      workspace_id: owner.workspaceId,
      url: 'https://partner.test/hooks',
      enabled_events: ['meeting.created'],
      ...{ status: 'enabled', disabled_reason: null, failing_since: null, disable_after_hours: null },
      api_version: '2026-10-12',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      max_per_second: null,
      headers: {},
      filters: {},
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
    const [sealed] = (await storedEndpoints.find(context.table, body.id))?.state.sealedSecrets ?? [];
    expect(sealed?.sealed).not.toContain(secret);
    const sealedFor = { workspace: owner.workspaceId, resource: body.id };
    expect(await context.sealer.open(`${sealed?.sealed}`, sealedFor)).toBe(secret);
  });

  it('201: tells the workspace in the same moment', async () => {
    const { create, context, owner } = await aWorldWithAnOwner();

    const { body } = await create({ enabled_events: ['*', 'bot.failed'] });

    expect(body.enabled_events).toEqual(['*']);
    const workspace = await workspaces.find(context.table, owner.workspaceId);
    expect(workspace?.state.endpoints).toEqual([{ id: body.id, types: ['*'], enabled: true, pin: '2026-10-12' }]);
  });

  it('201: keeps operational events beside *, which does not stand for them', async () => {
    const { create } = await aWorldWithAnOwner();

    const { body } = await create({ enabled_events: ['bot.failed', 'webhook_event.failed', '*', '*'] });

    expect(body.enabled_events).toEqual(['webhook_event.failed', '*']);
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

  it('201: masks the values of its headers, and keeps them sealed for this endpoint alone', async () => {
    const { create, call, context, owner, dynamo } = await aWorldWithAnOwner();

    const { status, body } = await create({ headers: { Authorization: 'Bearer linnet', apiKey: 'a b' } });

    expect([status, body.headers]).toEqual([201, { authorization: '********', apikey: '********' }]);
    const read = await call('GET', `/webhook_endpoints/${body.id}`, { key: owner.key });
    expect(read.body.headers).toEqual(body.headers);
    expect(JSON.stringify(dynamo.items())).not.toContain('linnet');
    const stored = (await storedEndpoints.find(context.table, body.id))?.state;
    expect(stored && (await openCustomHeaders(context.sealer, stored))).toEqual({
      authorization: 'Bearer linnet',
      apikey: 'a b',
    });
    const elsewhere = stored && { ...stored, id: context.ids.make('whe') };
    await expect(elsewhere && openCustomHeaders(context.sealer, elsewhere)).rejects.toThrow(DecryptionFailed);
  });

  it('201: can be disabled from the beginning, without an event of that', async () => {
    const { create, dynamo } = await aWorldWithAnOwner();

    const answered = await create({ status: 'disabled' });

    const body = expectSuccess(createWebhookEndpointContract, answered, 201);
    expect([body.status, body.disabled_reason]).toEqual(['disabled', 'requested']);
    expect(dynamo.items().filter(({ sk }) => sk?.S?.startsWith('EVENT#'))).toEqual([]);
  });

  it('201: keeps its filters', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const filters = {
      'meeting.created': [
        { path: 'metadata.crmTeam', operator: 'equals', value: 'sales' },
        { path: 'title', operator: 'prefix', value: 'Weekly' },
      ],
      'bot.failed': [{ path: 'error.code', operator: 'equals', value: null }],
    };

    const { status, body } = await create({ filters });

    expect([status, body.filters]).toEqual([201, filters]);
    expect((await call('GET', `/webhook_endpoints/${body.id}`, { key: owner.key })).body.filters).toEqual(filters);
  });

  it('201: takes headers, filters and a rate in a form', async () => {
    const { call, owner } = await aWorldWithAnOwner();
    const raw = new URLSearchParams([
      ['workspace_id', owner.workspaceId],
      ['url', 'https://partner.test/hooks'],
      ['enabled_events[]', '*'],
      ['headers[apiKey]', 'linnet'],
      ['filters[meeting.created][0][path]', 'metadata.crmTeam'],
      ['filters[meeting.created][0][operator]', 'equals'],
      ['filters[meeting.created][0][value]', '7'],
      ['max_per_second', '10'],
    ]).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const answered = await call('POST', '/webhook_endpoints', { key: owner.key, raw, headers });

    expect(expectSuccess(createWebhookEndpointContract, answered, 201)).toMatchObject({
      headers: { apikey: '********' },
      filters: { 'meeting.created': [{ path: 'metadata.crmTeam', operator: 'equals', value: '7' }] },
      max_per_second: 10,
    });
  });

  it('201: accepts a name that leads nowhere yet', async () => {
    const { create } = await aWorldWithAnOwner();

    expect((await create({ url: 'https://hooks.nowhere.test/' })).status).toBe(201);
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
    ['filters of an event that does not exist', { filters: { 'bot.born': [] } }, 'unknown_field', 'filters.bot.born'],
    ['filters that are no object', { filters: 'all' }, 'invalid_type', 'filters'],
    ['six conditions', { filters: { 'bot.failed': Array(6).fill(aCondition()) } }, 'too_long', 'filters.bot.failed'],
    [
      'filters that are too long as a whole',
      { filters: Object.fromEntries(PUBLIC_EVENTS.map((type) => [type, Array(5).fill(aCondition({ value: LONG }))])) },
      'too_long',
      'filters',
    ],
    ['a path with an empty part', aFilter({ path: 'metadata..team' }), 'invalid_format', `${FIRST}.path`],
    ['a path that is too long', aFilter({ path: 'x'.repeat(101) }), 'too_long', `${FIRST}.path`],
    ['an operator that does not exist', aFilter({ operator: 'contains' }), 'inclusion', `${FIRST}.operator`],
    ['a value that is too long', aFilter({ value: 'x'.repeat(201) }), 'too_long', `${FIRST}.value`],
    ['a value that is a list', aFilter({ value: ['a'] }), 'invalid_type', `${FIRST}.value`],
    ['a prefix that is no text', aFilter({ operator: 'prefix', value: 7 }), 'invalid', `${FIRST}.value`],
    ['a blank prefix', aFilter({ operator: 'prefix', value: '' }), 'invalid', `${FIRST}.value`],
    ['a condition with another field', aFilter({ negate: true }), 'unknown_field', `${FIRST}.negate`],
    ['a condition without a value', aFilter({ value: undefined }), 'missing', `${FIRST}.value`],
    ['too few hours', { disable_after_hours: 23 }, 'invalid', 'disable_after_hours'],
    ['too many hours', { disable_after_hours: 721 }, 'invalid', 'disable_after_hours'],
    ['half an hour', { disable_after_hours: 24.5 }, 'invalid_type', 'disable_after_hours'],
    ['hours that are no number', { disable_after_hours: 'a day' }, 'invalid_type', 'disable_after_hours'],
    ['a rate of nothing', { max_per_second: 0 }, 'invalid', 'max_per_second'],
    ['a rate that is too high', { max_per_second: 1_001 }, 'invalid', 'max_per_second'],
    ['a rate that is no whole number', { max_per_second: 0.5 }, 'invalid_type', 'max_per_second'],
    ['headers that are no object', { headers: ['a'] }, 'invalid_type', 'headers'],
    [
      'eleven headers',
      { headers: Object.fromEntries([...'abcdefghijk'].map((name) => [name, '1'])) },
      'too_long',
      'headers',
    ],
    ['a header that HTTP sets', { headers: { 'Content-Length': '7' } }, 'invalid', 'headers.Content-Length'],
    ['a header of ours', { headers: { 'X-Webhook-Signature': '7' } }, 'invalid', 'headers.X-Webhook-Signature'],
    ['a header without a name', { headers: { '': '7' } }, 'invalid', 'headers.""'],
    ['a header name with a space', { headers: { 'X Key': '7' } }, 'invalid', 'headers.X Key'],
    ['a header name that is too long', { headers: { [LONG]: '7' } }, 'invalid', `headers.${LONG}`],
    ['one header twice', { headers: { 'x-key': '7', 'X-Key': '8' } }, 'invalid', 'headers.X-Key'],
    ['a header value that breaks its line', { headers: { a: 'b\r\nHost: c' } }, 'invalid_format', 'headers.a'],
    ['a header value that is no ASCII', { headers: { a: 'é' } }, 'invalid_format', 'headers.a'],
    ['a header value that is no text', { headers: { a: 7 } }, 'invalid_type', 'headers.a'],
    ['a blank header value', { headers: { a: ' ' } }, 'blank', 'headers.a'],
    ['a header value that is too long', { headers: { a: 'x'.repeat(1_025) } }, 'too_long', 'headers.a'],
    ['the mask of a header value', { headers: { a: '********' } }, 'invalid', 'headers.a'],
    [
      'headers that are too long as a whole',
      { headers: Object.fromEntries([...'abcd'].map((name) => [name, 'x'.repeat(1_000)])) },
      'too_long',
      'headers',
    ],
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
    const { context, owner, wanted, lookUp } = await aWorldWithAnOwner();
    const call = callsTo(webhookEndpoints({ ...context, sealer, lookUp }));

    const answered = await call('POST', '/webhook_endpoints', { key: owner.key, body: wanted });

    expect(refusal(answered, 503)).toEqual(['provider_unavailable']);
    expect(answered.headers['retry-after']).toBe('1');
  });
});
