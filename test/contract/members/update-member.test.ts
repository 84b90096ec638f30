import { members } from '#functions/api/members/index';
import { updateMemberContract as contract } from '#shared/accounts/members/contract';
import { LostRace } from '#shared/foundation/core/store';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

async function anAcmeWithAda(person: object = { name: 'Ada', email: 'ada@acme.test', metadata: { seat: '7' } }) {
  const world = aWorld();
  const owner = await world.anOwner('Acme');
  const call = callsTo(members(world.context));
  const ada = (await call('POST', '/members', { key: owner.key, body: { workspace_id: owner.workspaceId, ...person } }))
    .body;
  const update = (body: unknown, key = owner.key, id: string = ada.id) =>
    call('PATCH', `/members/${id}`, { key, body });
  const listed = async (query = '') =>
    (await call('GET', `/members?workspace_id=${owner.workspaceId}${query}`, { key: owner.key })).body.data;
  return { world, owner, call, ada, update, listed };
}

describe('PATCH /members/{id}', () => {
  it('200: writes what was sent and keeps the rest; metadata merges', async () => {
    const { update, ada, world } = await anAcmeWithAda();
    world.clock.advance(1000);

    const renamed = expectSuccess(contract, await update({ name: 'Ada King' }), 200);
    const labelled = expectSuccess(contract, await update({ metadata: { team: 'x', seat: '' } }), 200);

    const updated_at = new Date(world.clock.now()).toISOString();
    expect(renamed).toEqual({ ...ada, name: 'Ada King', updated_at });
    expect(labelled).toEqual({ ...renamed, metadata: { team: 'x' } });
  });

  it('200: is still one member, found by the same email', async () => {
    const { update, listed } = await anAcmeWithAda();

    const body = expectSuccess(contract, await update({ name: 'Ada King' }), 200);

    expect(await listed()).toEqual([body]);
    expect(await listed('&email=ada%40acme.test')).toEqual([body]);
  });

  it('200: null takes the name of one who has an email', async () => {
    const { update } = await anAcmeWithAda();

    expect(expectSuccess(contract, await update({ name: null }), 200).name).toBeNull();
  });

  it('200: what changes nothing moves nothing', async () => {
    const { update, ada, world } = await anAcmeWithAda();
    world.clock.advance(1000);

    for (const same of [{ name: 'Ada' }, { metadata: { seat: 7 } }, {}])
      expect(expectSuccess(contract, await update(same), 200)).toEqual(ada);
  });

  it('200: two at once are both kept', async () => {
    const { update, listed } = await anAcmeWithAda();

    await Promise.all([update({ metadata: { one: '1' } }), update({ name: 'Ada King', metadata: { other: '2' } })]);

    expect(await listed()).toMatchObject([{ name: 'Ada King', metadata: { seat: '7', one: '1', other: '2' } }]);
  });

  it('200: from an admin, who sees the policy at an older version', async () => {
    const { call, ada, world, owner } = await anAcmeWithAda();
    const admin = await world.aColleague(owner.workspaceId, 'admin');
    const headers = { 'service-version': '2026-10-09' };

    const { status, body } = await call('PATCH', `/members/${ada.id}`, {
      key: admin.key,
      body: { name: 'Ada King' },
      headers,
    });

    expect([status, body.name, body.policy.recording.enabled]).toEqual([200, 'Ada King', false]);
  });

  it('400: no body', async () => {
    const { update } = await anAcmeWithAda();

    expect(expectError(contract, await update(undefined), 400)).toEqual(['bad_request']);
  });

  it('409: concurrent changes of the same member win every retry', async () => {
    const { world, ada, owner } = await anAcmeWithAda();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(members({ ...world.context, changes: { save } }));

    const answered = await call('PATCH', `/members/${ada.id}`, { key: owner.key, body: { name: 'Eve' } });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    ['a blank name', { name: ' ' }, ['blank name']],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, ['too_long name']],
    ['a name that is a URL', { name: 'https://acme.test' }, ['invalid_format name']],
    ['a name with a URL in it', { name: 'Sign in at acme.test/login' }, ['invalid_format name']],
    ['a name of two lines', { name: 'PayPal\nSecurity' }, ['invalid_format name']],
    ['a name that is turned around', { name: 'Acme \u202Elapyap' }, ['invalid_format name']],
    ['a name that is no text', { name: 7 }, ['invalid_type name']],
    ['an email, which never changes', { email: 'eve@acme.test' }, ['unknown_field email']],
    ['nested metadata', { metadata: { a: { b: 1 } } }, ['invalid_type metadata.a']],
  ])('422: %s', async (_what, body, faults) => {
    const { update, listed, ada } = await anAcmeWithAda();

    expect(expectError(contract, await update(body), 422)).toEqual(faults);
    expect(await listed()).toEqual([ada]);
  });

  it('422: the name of one who has nothing else', async () => {
    const { update } = await anAcmeWithAda({ name: 'Ada' });

    expect(expectError(contract, await update({ name: null }), 422)).toEqual(['blank name']);
  });
});
