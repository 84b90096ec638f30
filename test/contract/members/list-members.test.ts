import { members } from '#functions/api/members/index';
import { listMembersContract } from '#shared/accounts/members/contract';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const contract = listMembersContract;

async function anAcmeOfThree() {
  const world = aWorld();
  const owner = await world.anOwner('Acme');
  const call = callsTo(members(world.context));
  const ids: string[] = [];
  for (const name of ['Ada', 'Grace', 'Mary']) {
    const body = { workspace_id: owner.workspaceId, name, email: `${name}@acme.test` };
    ids.push((await call('POST', '/members', { key: owner.key, body })).body.id);
    world.clock.advance(1000);
  }
  const list = (query: string, key = owner.key, headers = {}) => call('GET', `/members?${query}`, { key, headers });
  return { world, owner, call, list, ids, here: `workspace_id=${owner.workspaceId}` };
}

const namesIn = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe('GET /members', () => {
  it('200: newest first', async () => {
    const { list, here } = await anAcmeOfThree();

    const body = expectSuccess(contract, await list(here), 200);

    expect(namesIn(body)).toEqual(['Mary', 'Grace', 'Ada']);
    expect(body.has_more).toBe(false);
  });

  it('200: by email, however it is written', async () => {
    const { list, here } = await anAcmeOfThree();

    expect(namesIn(expectSuccess(contract, await list(`${here}&email=GRACE%40acme.test`), 200))).toEqual(['Grace']);
    expect(namesIn(expectSuccess(contract, await list(`${here}&email=unknown%40acme.test`), 200))).toEqual([]);
  });

  it('200: page by page, each filter repeated', async () => {
    const { list, call, here, owner } = await anAcmeOfThree();

    const start = expectSuccess(contract, await list(`${here}&limit=2`), 200);
    const { pathname, search, searchParams } = new URL(start._links.next.url);
    const rest = expectSuccess(contract, await call('GET', pathname + search, { key: owner.key }), 200);

    expect([...namesIn(start), ...namesIn(rest)]).toEqual(['Mary', 'Grace', 'Ada']);
    expect(searchParams.get('workspace_id')).toBe(owner.workspaceId);
    expect(rest._links).toEqual({});
  });

  it('200: older versions see each member’s policy', async () => {
    const { list, here, owner } = await anAcmeOfThree();

    const { body } = await list(here, owner.key, { 'service-version': '2025-11-25' });

    for (const member of body.data) expect(member.policy).toMatchObject({ recording: { enabled: false } });
  });

  it('400: no workspace, an unknown filter, an email that is none', async () => {
    const { list, here } = await anAcmeOfThree();

    expect(expectError(contract, await list(''), 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, await list(`${here}&name=Ada`), 400)).toEqual(['bad_request name']);
    expect(expectError(contract, await list(`${here}&email=ada`), 400)).toEqual(['bad_request email']);
  });
});
