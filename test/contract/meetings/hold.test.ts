import { meetings as api } from '#functions/api/meetings/index';
import { LostRace } from '#shared/foundation/core/store';
import {
  holdMeetingContract,
  releaseMeetingContract,
  removeResultsContract,
  updateMeetingContract,
} from '#shared/meetings/meetings/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, webhookEventTypes } from '#test/support/subscriptions';
import { aRecordedMeeting } from './a-removal.ts';
import { aMeetingWorld, at, HOUR } from './meeting-world.ts';

const contracts = { POST: holdMeetingContract, DELETE: releaseMeetingContract } as const;

async function aMeetingToHold() {
  const context = await aMeetingWorld();
  const id = await context.aMeeting(HOUR);
  const send = (method: 'POST' | 'DELETE', key = context.owner.key, of = id) =>
    context.call(method, `/meetings/${of}/hold`, { key });
  return { ...context, id, send };
}

describe('POST /meetings/{id}/hold', () => {
  it('200: the meeting with the time of the hold, which a second one keeps', async () => {
    const { send, world } = await aMeetingToHold();

    const held = expectSuccess(holdMeetingContract, await send('POST'), 200);
    world.clock.advance(HOUR);

    expect(held).toMatchObject({ held_at: at(0), updated_at: at(0) });
    expect(expectSuccess(holdMeetingContract, await send('POST'), 200)).toEqual(held);
  });

  it('200: sends meeting.updated once', async () => {
    const { send, world, meeting } = await aRecordedMeeting();
    const before = webhookEventTypes(world);

    await send('POST', '/hold');
    await send('POST', '/hold');

    expect(webhookEventTypes(world)).toEqual([...before, 'meeting.updated'].sort());
    expect((await send('GET')).body.results).toEqual(meeting.results);
  });

  it('200: other changes keep the hold', async () => {
    const { send, label, id } = await aMeetingToHold();
    await send('POST');

    const labelled = await label(id, { metadata: { case: '4711' } });

    expect(expectSuccess(updateMeetingContract, labelled, 200).held_at).toBe(at(0));
  });

  it('keeps the results: their removal is 409 until the hold ends', async () => {
    const { send, world, filesOf, botId, settle } = await aRecordedMeeting();
    const [events, files] = [outboxTypes(world).length, filesOf(botId)];
    await send('POST', '/hold');

    expect(expectError(removeResultsContract, await send('DELETE', '/results'), 409)).toEqual(['conflict']);
    await settle();

    expect([outboxTypes(world).length, filesOf(botId)]).toEqual([events + 1, files]);
    await send('DELETE', '/hold');
    expectSuccess(removeResultsContract, await send('DELETE', '/results'), 200);
  });
});

describe('DELETE /meetings/{id}/hold', () => {
  it('200: the meeting without a hold, again and where there was none', async () => {
    const { send, world } = await aMeetingToHold();

    expect(expectSuccess(releaseMeetingContract, await send('DELETE'), 200).held_at).toBeNull();
    await send('POST');
    world.clock.advance(HOUR);
    const released = expectSuccess(releaseMeetingContract, await send('DELETE'), 200);
    world.clock.advance(HOUR);

    expect(released).toMatchObject({ held_at: null, updated_at: at(HOUR) });
    expect(expectSuccess(releaseMeetingContract, await send('DELETE'), 200).updated_at).toBe(at(HOUR));
  });
});

describe.each(['POST', 'DELETE'] as const)('%s /meetings/{id}/hold', (method) => {
  it('401: a member of the workspace', async () => {
    const { send, world, owner } = await aMeetingToHold();
    const member = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(contracts[method], await send(method, member.key), 401)).toEqual(['unauthorized']);
  });

  it('404: a meeting that does not exist', async () => {
    const { send, world, owner } = await aMeetingToHold();
    const unknown = world.context.ids.make('mtg');

    expect(expectError(contracts[method], await send(method, owner.key, unknown), 404)).toEqual(['not_found']);
  });

  it('409: another request wins the race every time', async () => {
    const { send, world, owner, id } = await aMeetingToHold();
    if (method === 'DELETE') await send('POST');
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(api({ ...world.context, changes: { save } }));

    const answered = await call(method, `/meetings/${id}/hold`, { key: owner.key });

    expect(expectError(contracts[method], answered, 409)).toEqual(['conflict']);
  });
});
