import { calendarConnections } from '#functions/api/calendar-connections/index';
import { members } from '#functions/api/members/index';
import type { AppContext } from '#shared/api/http/ports';
import { createConnectLinkContract as contract } from '#shared/calendars/consent/contract';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { APP_URL, aWorld, type Call, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const RETURN = 'https://partner.test/back?tab=mine';
const BEFORE = { 'service-version': '2026-10-11' };

async function aPartner(overrides: Partial<AppContext> = {}) {
  const world = aWorld(overrides);
  const owner = await world.anOwner();
  const { key, workspaceId: workspace_id } = owner;
  const call = callsTo(calendarConnections(world.context));
  const member = async (email = 'ada@acme.test') =>
    (await callsTo(members(world.context))('POST', '/members', { key, body: { workspace_id, email } })).body.id;
  const post = (body: object, more: Call = {}) =>
    call('POST', '/calendar_connect_links', { key, body: { workspace_id, return_url: RETURN, ...body }, ...more });
  return { world, owner, call, memberId: await member(), member, post };
}

describe('POST /calendar_connect_links', () => {
  it('201: a link for a member, to a page of ours, for a day', async () => {
    const { post, memberId, owner } = await aPartner();

    const link = expectSuccess(contract, await post({ member_id: memberId, metadata: { seat: '7' } }), 201);

    expect(link).toEqual({
      id: expect.stringMatching(/^ccl_/),
      object: 'calendar_connect_link',
      workspace_id: owner.workspaceId,
      url: expect.stringMatching(new RegExp(`^${APP_URL}/connect/${link.id}\\?key=[A-Za-z0-9_-]{43}$`)),
      member_id: memberId,
      provider: null,
      return_url: RETURN,
      metadata: { seat: '7' },
      expires_at: '2026-11-03T12:00:00.000Z',
      created_at: '2026-11-02T12:00:00.000Z',
    });
  });

  it('201: for a person who is not a member yet, without creating the member', async () => {
    const { post, world, owner } = await aPartner();

    const link = expectSuccess(
      contract,
      await post({
        member_data: { name: 'Ben', email: ' Ben@Acme.test ', metadata: { a: 'b' } },
        provider: 'microsoft',
      }),
      201,
    );

    expect(link).toMatchObject({ member_id: null, provider: 'microsoft' });
    const list = await callsTo(members(world.context))('GET', `/members?workspace_id=${owner.workspaceId}`, {
      key: owner.key,
    });
    expect(list.body.data).toHaveLength(1);
  });

  it('201: two links of one member are two, with secrets of their own', async () => {
    const { post, memberId } = await aPartner();

    const [one, other] = [await post({ member_id: memberId }), await post({ member_id: memberId })];

    expect(one.body.id).not.toBe(other.body.id);
    expect(one.body.url.split('key=')[1]).not.toBe(other.body.url.split('key=')[1]);
  });

  it('201: what is stored opens no link', async () => {
    const { post, memberId, world } = await aPartner();
    const headers = { 'idempotency-key': 'once' };

    const { body } = await post({ member_id: memberId }, { headers });

    const secret = body.url.split('key=')[1];
    expect(JSON.stringify(world.dynamo.items())).not.toContain(secret);
    const bytes = world.dynamo.items().flatMap((item) => Object.values(item).flatMap(({ B }) => (B ? [B] : [])));
    for (const one of bytes) expect(inflated(one)).not.toContain(secret);
  });

  it('201: a second time with its Idempotency-Key, the same link with the same address', async () => {
    const { post, memberId } = await aPartner();
    const headers = { 'idempotency-key': 'once' };

    const first = await post({ member_id: memberId }, { headers });
    const second = await post({ member_id: memberId }, { headers });

    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it.each([
    ['http', 'http://localhost:3000/back', true, 201],
    ['http', 'http://localhost:3000/back', false, 422],
    ['http', 'http://partner.test/back', true, 422],
    ['https', 'https://localhost:3000/back', false, 201],
  ])('%s to %s, on a local stack %j: %i', async (_scheme, return_url, allowLocalReceivers, status) => {
    const { post, memberId } = await aPartner({ allowLocalReceivers });

    expect((await post({ member_id: memberId, return_url })).status).toBe(status);
  });

  it('400: everything that is missing, at once', async () => {
    const { call, owner } = await aPartner();

    const refused = await call('POST', '/calendar_connect_links', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId },
    });

    expect([...expectError(contract, refused, 400)].sort()).toEqual(['missing member_id', 'missing return_url']);
  });

  it('400: no workspace', async () => {
    const { call, owner, memberId } = await aPartner();
    const body = { member_id: memberId, return_url: RETURN };

    const refused = await call('POST', '/calendar_connect_links', { key: owner.key, body });

    expect(expectError(contract, refused, 400)).toEqual(['bad_request workspace_id']);
  });

  it.each([
    ['both kinds of member', { member_data: { email: 'a@b.test' } }, 'invalid member_data'],
    ['a member without name and email', { member_id: undefined, member_data: {} }, 'missing member_data.email'],
    ['nulls alone', { member_id: undefined, member_data: { name: null, email: null } }, 'missing member_data.email'],
    [
      'a name that is a URL',
      { member_id: undefined, member_data: { name: 'https://a.test' } },
      'invalid_format member_data.name',
    ],
    ['a long name', { member_id: undefined, member_data: { name: 'x'.repeat(101) } }, 'too_long member_data.name'],
    ['no email', { member_id: undefined, member_data: { email: 'ada' } }, 'invalid_format member_data.email'],
    [
      'another field of a member',
      { member_id: undefined, member_data: { email: 'a@b.test', role: 'owner' } },
      'unknown_field member_data.role',
    ],
    ['another provider', { provider: 'apple' }, 'inclusion provider'],
    ['a long state', { state: 'x'.repeat(501) }, 'too_long state'],
    ['half a character in its state', { state: '\ud800' }, 'invalid_format state'],
    ['http', { return_url: 'http://partner.test' }, 'invalid_format return_url'],
    ['a script', { return_url: 'javascript:alert(1)' }, 'invalid_format return_url'],
    ['a user name', { return_url: 'https://partner.test@elsewhere.test/' }, 'invalid_format return_url'],
    ['a line break', { return_url: 'https://partner.test/\r\nset-cookie: a=b' }, 'invalid_format return_url'],
    ['a long return', { return_url: `https://partner.test/${'x'.repeat(2_048)}` }, 'too_long return_url'],
    ['a blank return', { return_url: ' ' }, 'blank return_url'],
    ['nested metadata', { metadata: { a: { b: 'c' } } }, 'invalid_type metadata.a'],
    ['email_match', { email_match: 'any' }, 'unknown_field email_match'],
    ['a member that does not exist', { member_id: 'mem_01jbzq1f0he2k9m4vxr8t6d5cp' }, 'invalid member_id'],
    ['something else', { member_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp' }, 'invalid member_id'],
  ])('422: %s', async (_what, body, fault) => {
    const { post, memberId } = await aPartner();

    expect(expectError(contract, await post({ member_id: memberId, ...body }), 422)).toEqual([fault]);
  });

  it('takes 500 characters of state, as people count', async () => {
    const { post, memberId } = await aPartner();

    expect((await post({ member_id: memberId, state: '🗓'.repeat(500) })).status).toBe(201);
  });
});

describe('before 2026-10-12, POST /calendar_connect_links', () => {
  it.each([
    ['exact unless it says so', {}, 'exact'],
    ['exact', { email_match: 'exact' }, 'exact'],
    ['any', { email_match: 'any' }, 'any'],
  ])('201: matches the email: %s', async (_what, more, email_match) => {
    const { post, memberId } = await aPartner();

    const { status, body } = await post({ member_id: memberId, ...more }, { headers: BEFORE });

    expect([status, body]).toMatchObject([201, { object: 'calendar_connect_link', email_match }]);
    expect(body).not.toHaveProperty('legacy');
  });

  it.each([
    ['another way to match', { email_match: 'fuzzy' }, 'inclusion email_match'],
    ['both kinds of member', { member_data: { email: 'a@b.test' } }, 'invalid member_data'],
  ])('422: %s', async (_what, body, fault) => {
    const { post, memberId } = await aPartner();

    const refused = await post({ member_id: memberId, ...body }, { headers: BEFORE });

    expect(expectError(contract, refused, 422)).toEqual([fault]);
  });

  it.each(['2025-11-25', '2026-10-09', '2026-10-11'])('201: takes member_data at %s', async (version) => {
    const { post } = await aPartner();
    const body = { member_data: { name: 'Ben', email: 'ben@acme.test' }, email_match: 'any' };

    const link = await post(body, { headers: { 'service-version': version } });

    expect([link.status, link.body]).toMatchObject([201, { member_id: null, email_match: 'any' }]);
  });

  it('400: no member', async () => {
    const { post } = await aPartner();

    expect(expectError(contract, await post({}, { headers: BEFORE }), 400)).toEqual(['missing member_id']);
  });

  it('shows the newest nothing of it', async () => {
    const { post, memberId } = await aPartner();

    const { body } = await post({ member_id: memberId });

    expect([Object.keys(body).includes('email_match'), Object.keys(body).includes('legacy')]).toEqual([false, false]);
  });
});
