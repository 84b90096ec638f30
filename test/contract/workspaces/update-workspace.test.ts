import { workspaces } from '#functions/api/workspaces/index';
import { updateWorkspaceContract as contract } from '#shared/accounts/workspaces/contract';
import { workspaces as workspaceRows } from '#shared/accounts/workspaces/store';
import { LostRace } from '#shared/foundation/core/store';
import { aWorld, callsTo, noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

async function anAcme() {
  const world = aWorld();
  const owner = await world.anOwner('Acme', ['acme.test']);
  const call = callsTo(workspaces(world.context));
  const path = `/workspaces/${owner.workspaceId}`;
  const update = (body: unknown, key = owner.key, at = path) => call('PATCH', at, { key, body });
  const read = async () => (await call('GET', path, { key: owner.key })).body;
  return { world, owner, call, path, update, read };
}

describe('PATCH /workspaces/{id}', () => {
  it('200: writes what was sent and keeps the rest', async () => {
    const { update, read, world } = await anAcme();
    const before = await read();
    world.clock.advance(1000);

    const renamed = expectSuccess(contract, await update({ name: 'Acme & Co' }), 200);
    const moved = expectSuccess(contract, await update({ email_domains: ['ACME.io'] }), 200);

    const updated_at = new Date(noon + 1000).toISOString();
    expect(renamed).toEqual({ ...before, name: 'Acme & Co', updated_at });
    expect(moved).toEqual({ ...renamed, email_domains: ['acme.io'] });
    expect(await read()).toEqual(moved);
  });

  it('200: metadata merges, domains can be emptied', async () => {
    const { update } = await anAcme();
    await update({ metadata: { plan: 'gold', seat: 7 } });

    const body = expectSuccess(contract, await update({ metadata: { plan: '' }, email_domains: [] }), 200);

    expect(body).toMatchObject({ metadata: { seat: '7' }, email_domains: [] });
    expect(body.metadata).not.toHaveProperty('plan');
  });

  it('200: what changes nothing moves nothing', async () => {
    const { update, read, world } = await anAcme();
    const before = await read();
    world.clock.advance(1000);

    for (const same of [{ name: 'Acme' }, { email_domains: ['acme.test'] }, { metadata: {} }, {}])
      expect(expectSuccess(contract, await update(same), 200)).toEqual(before);
  });

  it('200: two at once are both kept', async () => {
    const { update, read } = await anAcme();

    await Promise.all([update({ name: 'Beta' }), update({ metadata: { one: '1' } })]);

    expect(await read()).toMatchObject({ name: 'Beta', metadata: { one: '1' } });
  });

  it('200: from an admin, by the number', async () => {
    const { update, world, owner } = await anAcme();
    const admin = await world.aColleague(owner.workspaceId, 'admin');

    const body = expectSuccess(
      contract,
      await update({ name: 'Beta' }, admin.key, `/workspaces/${owner.workspaceNumber}`),
      200,
    );

    expect(body).toMatchObject({ id: owner.workspaceId, name: 'Beta', role: 'admin' });
  });

  it('422 invalid: the name of a provider', async () => {
    const { update } = await anAcme();

    expect(expectError(contract, await update({ name: 'Goog1e' }), 422)).toEqual(['invalid name']);
  });

  it('400: no body', async () => {
    const { update } = await anAcme();

    expect(expectError(contract, await update(undefined), 400)).toEqual(['bad_request']);
  });

  it('401: a workspace of others, an unknown id, an archived workspace', async () => {
    const { update, world, owner } = await anAcme();
    const stranger = await world.anOwner('Other');
    const nowhere = `/workspaces/${world.context.ids.make('wks')}`;

    expect(expectError(contract, await update({ name: 'Eve' }, stranger.key), 401)).toEqual(['unauthorized']);
    expect(expectError(contract, await update({ name: 'Eve' }, owner.key, nowhere), 401)).toEqual(['unauthorized']);

    const before = await workspaceRows.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('The workspace is not there');
    const after = { ...before.state, archivedAt: noon };
    await world.context.changes.save({ at: noon, writes: [workspaceRows.put(before, after)] });
    expect(expectError(contract, await update({ name: 'Eve' }), 401)).toEqual(['unauthorized']);
  });

  it.each(['member', 'guest'] as const)('403: a %s', async (role) => {
    const { update, read, world, owner } = await anAcme();
    const { key } = await world.aColleague(owner.workspaceId, role);

    expect(expectError(contract, await update({ name: 'Eve' }, key), 403)).toEqual(['workspace_update_not_allowed']);
    expect((await read()).name).toBe('Acme');
  });

  it('409: concurrent changes of the same workspace win every retry', async () => {
    const { world, owner, path } = await anAcme();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(workspaces({ ...world.context, changes: { save } }));

    const answered = await call('PATCH', path, { key: owner.key, body: { name: 'Beta' } });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    ['a blank name', { name: '' }, ['blank name']],
    ['no name at all', { name: null }, ['invalid_type name']],
    ['a URL for a domain', { email_domains: ['https://acme.test'] }, ['invalid_format email_domains.0']],
    ['nested metadata', { metadata: { a: [] } }, ['invalid_type metadata.a']],
    ['another owner', { owner_email: 'eve@acme.test' }, ['unknown_field owner_email']],
  ])('422: %s', async (_what, body, faults) => {
    const { update, read } = await anAcme();
    const before = await read();

    expect(expectError(contract, await update(body), 422)).toEqual(faults);
    expect(await read()).toEqual(before);
  });
});
