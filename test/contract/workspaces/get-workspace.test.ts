import { workspaces } from '#functions/api/workspaces/index';
import { addMember } from '#shared/accounts/members/commands/save-member';
import { getWorkspaceContract as contract } from '#shared/accounts/workspaces/contract';
import { workspaces as workspaceRows } from '#shared/accounts/workspaces/store';
import { aWorld, callsTo, noon } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

async function anAcme() {
  const world = aWorld();
  const owner = await world.anOwner('Acme', ['acme.test']);
  const call = callsTo(workspaces(world.context));
  const read = (id: string | number, key = owner.key) => call('GET', `/workspaces/${id}`, { key });
  return { world, owner, call, read };
}

describe('GET /workspaces/{id}', () => {
  it('200: answers the workspace with the role and the count of members', async () => {
    const { read, owner, world } = await anAcme();
    const create = addMember(world.context);
    await create({ workspaceId: owner.workspaceId, name: 'Ada', email: null });

    expect(expectSuccess(contract, await read(owner.workspaceId), 200)).toEqual({
      id: owner.workspaceId,
      object: 'workspace',
      name: 'Acme',
      owner_email: 'owner@acme.test',
      members_count: 1,
      is_human_transcription_allowed: false,
      is_human_translation_allowed: false,
      email_domains: ['acme.test'],
      idp_company_names: [],
      role: 'owner',
      metadata: {},
      created_at: new Date(noon).toISOString(),
      updated_at: new Date(noon).toISOString(),
    });
  });

  it('200: by its number, the same', async () => {
    const { read, owner } = await anAcme();

    const byNumber = expectSuccess(contract, await read(owner.workspaceNumber), 200);

    expect(byNumber).toEqual(expectSuccess(contract, await read(owner.workspaceId), 200));
  });

  it.each([
    ['admin', true],
    ['member', false],
    ['guest', false],
  ] as const)('200: to a colleague as %s, who sees metadata: %s', async (role, seesMetadata) => {
    const { read, owner, world } = await anAcme();
    const colleague = await world.aColleague(owner.workspaceId, role);

    const body = expectSuccess(contract, await read(owner.workspaceId, colleague.key), 200);

    expect([body.role, 'metadata' in body]).toEqual([role, seesMetadata]);
  });

  it('200: costs one round trip, and one more by its number', async () => {
    const { read, owner, world } = await anAcme();
    await read(owner.workspaceId);
    const call = countedCallsTo(world, workspaces);

    const byId = await call('GET', `/workspaces/${owner.workspaceId}`, { key: owner.key });
    const byNumber = await call('GET', `/workspaces/${owner.workspaceNumber}`, { key: owner.key });

    expect([byId.tally.trips, byNumber.tally.trips]).toEqual([1, 2]);
  });

  it('401: a workspace of others, an unknown id, a malformed id', async () => {
    const { read, world } = await anAcme();
    const stranger = await world.anOwner('Other');

    for (const id of [stranger.workspaceId, world.context.ids.make('wks'), stranger.workspaceNumber, 'acme', 'wks_'])
      expect(expectError(contract, await read(id), 401)).toEqual(['unauthorized']);
  });

  it('401: an archived one, to its owner too', async () => {
    const { read, owner, world } = await anAcme();
    const before = await workspaceRows.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('The workspace is not there');
    const after = { ...before.state, archivedAt: noon };
    await world.context.changes.save({ at: noon, writes: [workspaceRows.put(before, after)] });

    expect(expectError(contract, await read(owner.workspaceId), 401)).toEqual(['unauthorized']);
  });

  it('401: no key', async () => {
    const { call, owner } = await anAcme();

    expect(expectError(contract, await call('GET', `/workspaces/${owner.workspaceId}`), 401)).toEqual([
      'missing_api_key',
    ]);
  });
});
