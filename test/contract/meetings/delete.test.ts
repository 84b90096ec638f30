import { bots as botsApi } from '#functions/api/bots/index';
import { calendarEvents as calendar } from '#functions/api/calendar-events/index';
import { conversations as textsApi } from '#functions/api/conversations/index';
import { resourceKey } from '#shared/foundation/dynamodb/keys';
import { deleteMeetingContract as contract } from '#shared/meetings/meetings/contract';
import { callsTo } from '#test/support/api';
import { minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, webhookEventTypes } from '#test/support/subscriptions';
import { aBotAt, aRecordedMeeting } from './a-removal.ts';
import { aMeetingWorld, at, HOUR } from './meeting-world.ts';

/** A meeting on the calendars of some members that is over, and the requests about it. */
async function aPastMeeting(count = 1) {
  const context = await aMeetingWorld();
  const { world, owner, call } = context;
  const event = {
    ...{ ical_uid: 'weekly@acme.test', title: 'Weekly', meeting_url: null, attendees: [] },
    ...{ starts_at: at(-2 * HOUR), ends_at: at(-HOUR) },
  };
  const members = await Promise.all(Array.from({ length: count }, (_, nth) => context.aMember(`Ada${nth}`)));
  const push = (member_id: string) => context.push({ member_id, ...event });
  const pushed = [];
  for (const member of members) pushed.push((await push(member)).body);
  const id = String(pushed[0].meeting_id);
  return {
    ...context,
    id,
    events: pushed.map((one) => String(one.id)),
    push: () => push(members[0] ?? ''),
    readEvent: (one: string) => callsTo(calendar(world.context))('GET', `/calendar_events/${one}`, { key: owner.key }),
    send: (method: string, key = owner.key, of = id) => call(method, `/meetings/${of}`, { key }),
  };
}

/** Keys of all rows that name one of these ids, but for the outbox and what people and leases leave to their own clean-up. */
const rowsOf = (world: Awaited<ReturnType<typeof aPastMeeting>>['world'], ids: readonly string[]) =>
  world.dynamo
    .items()
    .filter(({ pk, sk }) => !pk?.S?.startsWith('out_') && !['RECORDING', 'PEOPLE'].includes(sk?.S ?? ''))
    .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`)
    .filter((key) => ids.some((id) => key.includes(id)));

describe('DELETE /meetings/{id}', () => {
  it('200: the meeting as it was, which is gone with its bots, conversation, files and own settings', async () => {
    const { send, meeting, world, owner, settle, botId, conversationId, filesOf } = await aRecordedMeeting();
    const { key } = owner;

    expect(expectSuccess(contract, await send('DELETE'), 200)).toEqual(meeting);

    expect((await send('GET')).status).toBe(404);
    expect((await callsTo(botsApi(world.context))('GET', `/bots/${botId}`, { key })).status).toBe(404);
    const text = await callsTo(textsApi(world.context))('GET', `/conversations/${conversationId}`, { key });
    expect(text.status).toBe(404);
    await settle();
    expect([rowsOf(world, [meeting.id, botId, conversationId]), filesOf(botId)]).toEqual([[], []]);
    expect(world.dynamo.items().filter(({ type }) => type?.S === 'settings')).toEqual([]);
  });

  it('200: sends meeting.updated once more, without results', async () => {
    const { send, world } = await aRecordedMeeting();
    const before = webhookEventTypes(world);

    await send('DELETE');

    expect(webhookEventTypes(world)).toEqual([...before, 'meeting.updated'].sort());
  });

  it('200: with the calendar events of all members; a later push makes a new meeting', async () => {
    const { send, id, events, push, readEvent, world, meeting } = await aPastMeeting(3);

    expectSuccess(contract, await send('DELETE'), 200);

    for (const event of events) expect((await readEvent(event)).status).toBe(404);
    expect(rowsOf(world, [id, ...events])).toEqual([]);
    const again = (await push()).body;
    expect([again.meeting_id === id, again.id === events[0]]).toEqual([false, false]);
    expect(await meeting(again.meeting_id)).toMatchObject({ phase: 'past', recordings: [], created_at: at(0) });
  });

  it('200: with more calendar events than one transaction takes', async () => {
    const { send, id, events, world } = await aPastMeeting(23);

    expectSuccess(contract, await send('DELETE'), 200);

    expect(rowsOf(world, [id, ...events])).toEqual([]);
  });

  it('200: a cancelled meeting', async () => {
    const { world, owner, call, aMeeting, meeting } = await aMeetingWorld();
    const id = await aMeeting(HOUR);
    const event = (await meeting(id)).calendar_event.id;
    const { key } = owner;
    await callsTo(calendar(world.context))('DELETE', `/calendar_events/${event}`, { key });

    const deleted = expectSuccess(contract, await call('DELETE', `/meetings/${id}`, { key }), 200);

    expect([deleted.phase, rowsOf(world, [id, event])]).toEqual(['cancelled', []]);
  });

  it('200: the recorder deletes its copy', async () => {
    const { request, workers, asked, bot } = await aBotAt('its end');
    asked.deleted.length = 0;

    expectSuccess(contract, await request('DELETE'), 200);
    await workers.runJobs();

    expect(asked.deleted).toEqual([bot.id]);
  });

  it('a bot that is changed while its meeting is deleted is 404', async () => {
    const { world, owner, meeting, botId } = await aRecordedMeeting();
    await world.context.table.write({ remove: resourceKey(meeting.id) });
    const body = { metadata: { a: 'b' } };

    const changed = await callsTo(botsApi(world.context))('PATCH', `/bots/${botId}`, { key: owner.key, body });

    expect(changed.status).toBe(404);
  });

  it('401: a member of the workspace, and nothing is deleted', async () => {
    const { send, world, owner } = await aPastMeeting();
    const member = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(contract, await send('DELETE', member.key), 401)).toEqual(['unauthorized']);
    expect((await send('GET')).status).toBe(200);
  });

  it('404: a meeting that is gone', async () => {
    const { send } = await aPastMeeting();
    await send('DELETE');

    expect(expectError(contract, await send('DELETE'), 404)).toEqual(['not_found']);
  });

  it('409: under a legal hold', async () => {
    const { send, call, id, owner, world } = await aPastMeeting();
    await call('POST', `/meetings/${id}/hold`, { key: owner.key });
    const before = outboxTypes(world);

    expect(expectError(contract, await send('DELETE'), 409)).toEqual(['conflict']);
    expect([(await send('GET')).status, outboxTypes(world)]).toEqual([200, before]);
  });

  it('409: upcoming on a calendar, with a bot and without', async () => {
    const { call, owner, aMeeting } = await aMeetingWorld();
    const remove = async (event: object) =>
      call('DELETE', `/meetings/${await aMeeting(HOUR, event)}`, { key: owner.key });

    for (const event of [{}, { meeting_url: null }])
      expect(expectError(contract, await remove(event), 409)).toEqual(['conflict']);
  });

  it.each(['its call', 'its transcription'] as const)('409: while a bot is at %s', async (stage) => {
    const { request } = await aBotAt(stage);

    expect(expectError(contract, await request('DELETE'), 409)).toEqual(['conflict']);
  });

  it('409: while a bot is still to join; 200 once it is cancelled', async () => {
    const { aBot, call, owner, world } = await aMeetingWorld();
    const bot = await aBot({ meeting_url: 'https://meet.google.com/abc-good-def', join_at: minutes(60) });
    const { key } = owner;
    const remove = () => call('DELETE', `/meetings/${bot.meeting_id}`, { key });

    expect(expectError(contract, await remove(), 409)).toEqual(['conflict']);
    await callsTo(botsApi(world.context))('DELETE', `/bots/${bot.id}`, { key });
    expectSuccess(contract, await remove(), 200);
  });
});
