import { listAssignmentsContract } from '#shared/meetings/settings/assignments/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = listAssignmentsContract;

async function aWorldWithThree() {
  const context = await aSettingsWorld();
  const { create, assign, aMember, owner, call } = context;
  const one = (await create({ scope: ['meetings:external'] })).body;
  const other = (await create({ scope: ['meetings:internal'] })).body;
  const third = (await assign(one.id, [`member:${await aMember()}`])).body;
  const list = (query: string, key = owner.key) => call('GET', `/settings_assignments?${query}`, { key });
  const ids: string[] = [third.id, other.assignments[0].id, one.assignments[0].id];
  return { ...context, one, ids, list, here: `workspace_id=${owner.workspaceId}` };
}

const idsIn = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('GET /settings_assignments', () => {
  it('200: lists newest first', async () => {
    const { list, here, ids } = await aWorldWithThree();

    expect(idsIn(expectSuccess(contract, await list(here), 200))).toEqual(ids);
  });

  it('200: lists the assignments of one settings object, and none for settings of another workspace', async () => {
    const { list, here, ids, one } = await aWorldWithThree();

    expect(idsIn(expectSuccess(contract, await list(`${here}&settings_id=${one.id}`), 200))).toEqual([ids[0], ids[2]]);
    const elsewhere = `${here}&settings_id=set_01jbz000000000000000000000`;
    expect(idsIn(expectSuccess(contract, await list(elsewhere), 200))).toEqual([]);
  });

  it('200: pages with the filter', async () => {
    const { list, here, ids, one } = await aWorldWithThree();

    const start = expectSuccess(contract, await list(`${here}&settings_id=${one.id}&limit=1`), 200);
    const rest = expectSuccess(contract, await list(new URL(start._links.next.url).search.slice(1)), 200);

    expect([...idsIn(start), ...idsIn(rest)]).toEqual([ids[0], ids[2]]);
  });

  it('400: without a workspace, and with an invalid settings_id', async () => {
    const { list, here } = await aWorldWithThree();

    expect(expectError(contract, await list(''), 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, await list(`${here}&settings_id=mine`), 400)).toEqual(['bad_request settings_id']);
  });
});
