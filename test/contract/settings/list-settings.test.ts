import { describe, expect, it } from '@jest/globals';
import { settings } from '#functions/api/settings/index';
import { listSettingsContract } from '#shared/settings/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = listSettingsContract;

async function aWorldOfThree() {
  const context = await aSettingsWorld();
  const ids: string[] = [];
  for (const template of ['interview', 'stand_up', 'lecture']) {
    ids.unshift((await context.create({ summary: { template } })).body.id);
    context.world.clock.advance(1000);
  }
  const list = (query: string, key = context.owner.key) => context.call('GET', `/settings?${query}`, { key });
  return { ...context, ids, list, here: `workspace_id=${context.owner.workspaceId}` };
}

const idsIn = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('GET /settings', () => {
  it('200: lists newest first for every role', async () => {
    const { list, here, ids, world, owner } = await aWorldOfThree();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    expect(idsIn(expectAnswer(contract, await list(here), 200))).toEqual(ids);
    expect(idsIn(expectAnswer(contract, await list(here, guest.key), 200))).toEqual(ids);
  });

  it('200: pages', async () => {
    const { list, here, ids } = await aWorldOfThree();

    const start = expectAnswer(contract, await list(`${here}&limit=2`), 200);
    const rest = expectAnswer(contract, await list(new URL(start._links.next.url).search.slice(1)), 200);

    expect([...idsIn(start), ...idsIn(rest)]).toEqual(ids);
    expect(rest.has_more).toBe(false);
  });

  it('200: takes two round trips', async () => {
    const { world, owner, here } = await aWorldOfThree();

    const { tally } = await countedCallsTo(world, settings)('GET', `/settings?${here}`, { key: owner.key });

    expect(tally.trips).toBe(2);
  });

  it('400: without a workspace, and with an unknown filter', async () => {
    const { list, here } = await aWorldOfThree();

    expect(expectRefusal(contract, await list(''), 400)).toEqual(['bad_request workspace_id']);
    expect(expectRefusal(contract, await list(`${here}&name=ours`), 400)).toEqual(['bad_request name']);
  });

  it('401: another user’s workspace', async () => {
    const { list, here, world } = await aWorldOfThree();
    const stranger = await world.anOwner('Other');

    expect(expectRefusal(contract, await list(here, stranger.key), 401)).toEqual(['unauthorized']);
  });
});
