import { meetings as api } from '#functions/api/meetings/index';
import type { ConversationId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { removeResultsContract as contract, getResultsContract } from '#shared/meetings/meetings/contract';
import { findInTrashToo } from '#shared/texts/conversations/store';
import { anExportWorld } from '#test/contract/exports/an-export';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, webhookEventTypes } from '#test/support/subscriptions';
import { aBotAt, aRecordedMeeting } from './a-removal.ts';
import { aMeetingWorld, HOUR } from './meeting-world.ts';

describe('DELETE /meetings/{id}/results', () => {
  it('200: the results are none at once, and the meeting stays with the time of the removal', async () => {
    const { send, meeting, world } = await aRecordedMeeting();
    const removedAt = new Date(world.clock.now()).toISOString();

    const removed = expectSuccess(contract, await send('DELETE', '/results'), 200);

    expect(expectSuccess(getResultsContract, await send('GET', '/results'), 200)).toEqual(removed);
    expect(removed).toMatchObject({ status: 'none', speakers: [], removed_at: removedAt });
    expect(removed.transcript).toMatchObject({ status: 'none', url: null, conversation_id: null, segments: [] });
    expect(removed.media).toEqual({ status: 'none', duration_seconds: null, files: [] });
    expect((await send('GET')).body).toEqual({
      ...meeting,
      updated_at: removedAt,
      results: {
        status: 'none',
        transcript: { status: 'none', outcome: null, language: null, conversation_id: null },
        summary: { status: 'none' },
        media: { status: 'none', duration_seconds: null },
        removed_at: removedAt,
      },
    });
  });

  it('200: sends meeting.updated and no other event', async () => {
    const { send, world } = await aRecordedMeeting();
    const before = webhookEventTypes(world);

    await send('DELETE', '/results');

    expect(webhookEventTypes(world)).toEqual([...before, 'meeting.updated'].sort());
  });

  it('200: deletes the files of the recording, corrections included, and those of no other', async () => {
    const { send, settle, filesOf, botId, conversationId, call, owner, aRecording } = await aRecordedMeeting();
    const other = await aRecording('mute');
    const kept = filesOf(other.recordings[0].id);
    const path = `/conversations/${conversationId}/transcript`;
    const { headers, body } = await call('GET', path, { key: owner.key });
    const segments = [{ id: body.segments[0].id, text: 'Corrected.' }];
    await call('PATCH', path, { key: owner.key, body: { segments }, headers: { 'if-match': `${headers['etag']}` } });

    await send('DELETE', '/results');
    await settle();

    expect(filesOf(botId)).toEqual([]);
    expect([kept.length > 0, filesOf(other.recordings[0].id)]).toEqual([true, kept]);
  });

  it('200: deletes a file that a correction under way stored meanwhile', async () => {
    const { send, workers, settle, filesOf, botId, world, owner } = await aRecordedMeeting();
    const late = `${owner.workspaceId}/${botId}/transcript-late.json`;

    await send('DELETE', '/results');
    await workers.runJobs();
    await world.files.put(late, new Uint8Array([1]), 'application/json');
    await settle();

    expect(filesOf(botId)).toEqual([]);
  });

  it('200: the recorder deletes its copy, later where it is out of reach', async () => {
    const { request, workers, asked, bot, isReachable, world } = await aBotAt('its end');
    asked.deleted.length = 0;
    isReachable(false);

    expectSuccess(contract, await request('DELETE', '/results'), 200);
    await workers.runJobs();
    expect(asked.deleted).toEqual([]);
    isReachable(true);
    world.clock.advance(HOUR_MS);
    await workers.runJobs();

    expect(asked.deleted).toEqual([bot.id]);
  });

  it('200: its conversation is gone, and exports that hold it expire', async () => {
    const { world, owner, worker, create, read, aConversation, callMeetings } = await anExportWorld();
    const id = (await aConversation()) as ConversationId;
    const exported = (await create({ conversation_ids: [id], format: 'txt' })).body.id;
    await worker.run();
    const conversation = await findInTrashToo(world.context.table, id);
    const of = conversation && 'meetingId' in conversation.state ? conversation.state.meetingId : '';

    await callMeetings('DELETE', `/meetings/${of}/results`, { key: owner.key });

    expect(await findInTrashToo(world.context.table, id)).toBeUndefined();
    await housekeepingWorker(world).untilQuiet();
    expect((await read(exported)).body.state).toBe('expired');
  });

  it('200: repeated, and of a meeting without results, changes nothing', async () => {
    const { send, world } = await aRecordedMeeting();
    const first = await send('DELETE', '/results');
    const events = outboxTypes(world);
    world.clock.advance(DAY_MS);

    const repeated = expectSuccess(contract, await send('DELETE', '/results'), 200);

    expect([repeated, outboxTypes(world)]).toEqual([first.body, events]);
    const { call, owner, aMeeting } = await aMeetingWorld();
    const upcoming = await call('DELETE', `/meetings/${await aMeeting(HOUR)}/results`, { key: owner.key });
    expect(expectSuccess(contract, upcoming, 200)).toMatchObject({ status: 'none', removed_at: null });
  });

  it.each(['noai', 'mute'])('200: of a %s recording, which stays completed', async (scenario) => {
    const { send, meeting, settle, filesOf, botId } = await aRecordedMeeting(scenario);

    expectSuccess(contract, await send('DELETE', '/results'), 200);
    await settle();

    expect((await send('GET')).body.recordings).toEqual(meeting.recordings);
    expect(filesOf(botId)).toEqual([]);
  });

  it('401: a member of the workspace, and nothing is removed', async () => {
    const { send, world, owner } = await aRecordedMeeting();
    const member = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(contract, await send('DELETE', '/results', member.key), 401)).toEqual(['unauthorized']);

    expect((await send('GET')).body.results.status).toBe('ready');
  });

  it('404: a meeting that does not exist', async () => {
    const { world, owner, callMeetings } = await aRecordedMeeting();
    const path = `/meetings/${world.context.ids.make('mtg')}/results`;

    expect(expectError(contract, await callMeetings('DELETE', path, { key: owner.key }), 404)).toEqual(['not_found']);
  });

  it('409: while a bot records', async () => {
    const { request } = await aBotAt('its call');

    expect(expectError(contract, await request('DELETE', '/results'), 409)).toEqual(['conflict']);
  });

  it('409: while results are being processed', async () => {
    const { request } = await aBotAt('its transcription');

    expect(expectError(contract, await request('DELETE', '/results'), 409)).toEqual(['conflict']);
  });

  it('409: another request wins the race every time', async () => {
    const { world, owner, meeting } = await aRecordedMeeting();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(api({ ...world.context, changes: { save } }));

    const answered = await call('DELETE', `/meetings/${meeting.id}/results`, { key: owner.key });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });
});
