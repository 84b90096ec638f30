import { bots } from '#functions/api/bots/index';
import { settings } from '#functions/api/settings/index';
import { listSettingsContract } from '#shared/meetings/settings/contract';
import { callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
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
  it('200: lists newest first', async () => {
    const { list, here, ids } = await aWorldOfThree();

    expect(idsIn(expectSuccess(contract, await list(here), 200))).toEqual(ids);
  });

  it('200: pages', async () => {
    const { list, here, ids } = await aWorldOfThree();

    const start = expectSuccess(contract, await list(`${here}&limit=2`), 200);
    const rest = expectSuccess(contract, await list(new URL(start._links.next.url).search.slice(1)), 200);

    expect([...idsIn(start), ...idsIn(rest)]).toEqual(ids);
    expect(rest.has_more).toBe(false);
  });

  it('200: leaves out the own settings of meetings, which are listed with meeting_id', async () => {
    const { list, here, ids, aMember, aMeetingOf, create, owner, world } = await aWorldOfThree();
    const meeting = await aMeetingOf(await aMember());
    const own = (await create({ summary: { language: 'de' }, scope: [`meeting:${meeting}`] })).body.id;
    const { key } = owner;
    const external = await create({ scope: [`meeting:${meeting}`, 'meetings:external'] });
    const call = callsTo(bots(world.context));
    const bot = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/abc-good-own', join_at: null };
    const { meeting_id } = (await call('POST', '/bots', { key, body: bot })).body;

    expect(idsIn(expectSuccess(contract, await list(here), 200))).toEqual(ids);
    const ofMeeting = expectSuccess(contract, await list(`${here}&meeting_id=${meeting}`), 200);
    expect(idsIn(ofMeeting)).toEqual([own, external.body.id].sort().reverse());
    const start = expectSuccess(contract, await list(`${here}&meeting_id=${meeting}&limit=1`), 200);
    const rest = expectSuccess(contract, await list(new URL(start._links.next.url).search.slice(1)), 200);
    expect([...idsIn(start), ...idsIn(rest)]).toEqual(idsIn(ofMeeting));
    const ofBot = expectSuccess(contract, await list(`${here}&meeting_id=${meeting_id}`), 200);
    expect(ofBot.data).toMatchObject([
      { recording: { enabled: true }, assignments: [{ scope: [`meeting:${meeting_id}`] }] },
    ]);
  });

  it('200: an id of no meeting of the workspace matches nothing', async () => {
    const { list, here, world } = await aWorldOfThree();
    const stranger = await world.anOwner('Other');
    const body = { workspace_id: stranger.workspaceId, meeting_url: 'https://meet.google.com/abc-good-own' };
    const { meeting_id } = (await callsTo(bots(world.context))('POST', '/bots', { key: stranger.key, body })).body;

    expect(idsIn(expectSuccess(contract, await list(`${here}&meeting_id=${meeting_id}`), 200))).toEqual([]);
  });

  it('200: settings that are assigned to a member too are listed again', async () => {
    const { list, here, ids, aMember, aMeetingOf, create, assign } = await aWorldOfThree();
    const member = await aMember();
    const own = (await create({ scope: [`meeting:${await aMeetingOf(member)}`] })).body.id;

    await assign(own, [`member:${member}`]);

    expect(idsIn(expectSuccess(contract, await list(here), 200))).toEqual([own, ...ids].sort().reverse());
  });

  it('200: takes two round trips', async () => {
    const { world, owner, here } = await aWorldOfThree();

    const { tally } = await countedCallsTo(world, settings)('GET', `/settings?${here}`, { key: owner.key });

    expect(tally.trips).toBe(2);
  });

  it('400: without a workspace, and with an unknown filter', async () => {
    const { list, here } = await aWorldOfThree();

    expect(expectError(contract, await list(''), 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, await list(`${here}&name=ours`), 400)).toEqual(['bad_request name']);
  });
});
