import { describe, expect, it } from '@jest/globals';
import { members } from '#functions/api/members/index';
import { getMemberContract } from '#shared/api/contracts/members';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { aWorld, callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-world';

async function anAcmeWithAda() {
  const world = aWorld();
  const owner = await world.anOwner('Acme');
  const call = callsTo(members(world.around));
  const body = { workspace_id: owner.workspaceId, name: 'Ada', email: 'ada@acme.test' };
  const ada = (await call('POST', '/members', { key: owner.key, body })).body;
  return { world, owner, call, ada };
}

describe('GET /members/{id}', () => {
  it('200: answers the member as it was made', async () => {
    const { call, ada, owner } = await anAcmeWithAda();

    const body = expectAnswer(getMemberContract, await call('GET', `/members/${ada.id}`, { key: owner.key }), 200);

    expect(body).toEqual(ada);
  });

  it('200: costs two round trips', async () => {
    const { world, ada, owner } = await anAcmeWithAda();

    const { tally } = await countedCallsTo(world, members)('GET', `/members/${ada.id}`, { key: owner.key });

    expect(tally.trips).toBe(2);
  });

  it('404: an id of nobody, one in a workspace of others, no id at all', async () => {
    const { call, ada, world, owner } = await anAcmeWithAda();
    const stranger = await world.anOwner('Other');

    const foreign = await call('GET', `/members/${ada.id}`, { key: stranger.key });
    const unknown = await call('GET', `/members/${world.around.ids.make('mem')}`, { key: owner.key });
    const formless = await call('GET', '/members/ada', { key: owner.key });

    for (const answered of [foreign, unknown, formless])
      expect(expectRefusal(getMemberContract, answered, 404)).toEqual(['not_found']);
    expect(foreign.body).toEqual(unknown.body);
  });
});
