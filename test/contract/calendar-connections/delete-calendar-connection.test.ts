import { calendarConnections } from '#functions/api/calendar-connections/index';
import {
  deleteCalendarConnectionContract as contract,
  getCalendarConnectionContract,
} from '#shared/calendars/connections/contract';
import { LostRace } from '#shared/foundation/core/store';
import { DAY_MS, HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { callsTo, noon, type World } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { failingEveryNthSave } from '#test/support/failing-saves';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { aConnectedPartner } from './a-connection.ts';

async function aConnection() {
  const partner = await aConnectedPartner();
  await partner.recordEverything();
  const memberId = await partner.aMember('Ada');
  const connection = await partner.connect(memberId);
  return { ...partner, memberId, connection, housekeeping: housekeepingWorker(partner.world) };
}

const phases = async ({ meeting }: Awaited<ReturnType<typeof aConnection>>, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await meeting(id)).phase));

/** What the disconnect left in the outbox; settings, member and consent of the story have left their own. */
const toldBy = (world: World) =>
  outboxTypes(world).filter((type) => !['job.reach', 'job.person_naming', 'calendar.due'].includes(type));

const TOLD = ['calendar_connection.disconnected', 'job.connection_ending', 'job.event_endings'];

describe('DELETE /calendar_connections/{id}', () => {
  it('200: answers it disconnected, and it stays readable', async () => {
    const { disconnect, read, connection, members } = await aConnection();

    const body = expectSuccess(contract, await disconnect(connection.id), 200);

    expect(body).toMatchObject({ id: connection.id, status: 'disconnected', error: null });
    expect(expectSuccess(getCalendarConnectionContract, await read(connection.id), 200)).toEqual(body);
    expect((await members())[0].calendar_connections).toEqual([
      { id: connection.id, provider: 'google', status: 'disconnected' },
    ]);
  });

  it('200: a repeated delete answers the disconnected connection and sends no event', async () => {
    const { disconnect, connection, world, owner } = await aConnection();
    await subscribe(world, owner.workspaceId);
    const first = await disconnect(connection.id);
    const before = world.dynamo.items();
    world.clock.advance(1000);

    expect(expectSuccess(contract, await disconnect(connection.id), 200)).toEqual(first.body);
    expect(world.dynamo.items()).toEqual(before);
    expect(toldBy(world)).toEqual(TOLD);
  });

  it('200: concurrent deletes send one event', async () => {
    const { disconnect, connection, world, owner } = await aConnection();
    await subscribe(world, owner.workspaceId);

    const answers = await Promise.all(Array.from({ length: 5 }, () => disconnect(connection.id)));

    for (const answered of answers) expect(expectSuccess(contract, answered, 200)).toEqual(answers[0]?.body);
    expect(toldBy(world)).toEqual(TOLD);
  });

  it('200: disconnects a connection in error', async () => {
    const { disconnect, connection, fail } = await aConnection();
    await fail(connection.id);

    expect(expectSuccess(contract, await disconnect(connection.id), 200)).toMatchObject({ status: 'disconnected' });
  });

  it('409: lost race after race', async () => {
    const { world, owner, connection } = await aConnection();
    const changes = { save: () => Promise.reject(new LostRace('Always.')) };
    const call = callsTo(calendarConnections({ ...world.context, changes }));

    const answered = await call('DELETE', `/calendar_connections/${connection.id}`, { key: owner.key });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });
});

describe('an event of a disconnected connection', () => {
  it('is cancelled with its bots if it is upcoming', async () => {
    const story = await aConnection();
    const { sync, connection, disconnect, housekeeping, world, owner, meeting } = story;
    const past = await sync(connection, { startsAt: later(noon, -2 * HOUR_MS) });
    const upcoming = [await sync(connection), await sync(connection, { startsAt: later(noon, 20 * DAY_MS) })];
    await subscribe(world, owner.workspaceId);
    await disconnect(connection.id);

    await housekeeping.untilQuiet();

    const ids = [past, ...upcoming].map(({ meetingId }) => meetingId);
    expect(await phases(story, ids)).toEqual(['past', 'cancelled', 'cancelled']);
    for (const { meetingId } of upcoming)
      expect((await meeting(meetingId)).recordings).toMatchObject([{ status: 'cancelled' }]);
    expect(outboxTypes(world).filter((type) => type.startsWith('bot') || type.startsWith('meeting'))).toEqual([
      'bot.cancelled',
      'bot.cancelled',
      'meeting.updated',
      'meeting.updated',
    ]);
  });

  it('is kept if it was pushed, or belongs to another connection or member', async () => {
    const story = await aConnection();
    const { sync, push, connection, connect, disconnect, housekeeping, memberId, aMember } = story;
    const pushed = (
      await push({ member_id: memberId, ical_uid: 'pushed', starts_at: new Date(later(noon, HOUR_MS)).toISOString() })
    ).body;
    const other = await sync(await connect(memberId, 'ada@outlook.test', 'microsoft'));
    const bens = await connect(await aMember('Ben'), 'ben@gmail.test');
    const shared = await sync(connection, { icalUid: 'shared' });
    await sync(bens, { icalUid: 'shared' });
    await disconnect(connection.id);

    await housekeeping.untilQuiet();

    expect(await phases(story, [pushed.meeting_id, other.meetingId, shared.meetingId])).toEqual([
      'upcoming',
      'upcoming',
      'upcoming',
    ]);
    await disconnect(bens.id);
    await housekeeping.untilQuiet();
    expect(await phases(story, [shared.meetingId])).toEqual(['cancelled']);
  });

  it('comes back under the same ids by a later connection, which an unfinished job does not undo', async () => {
    const story = await aConnection();
    const { sync, connection, connect, disconnect, housekeeping, memberId } = story;
    const event = await sync(connection, { icalUid: 'weekly' });
    await disconnect(connection.id);
    await housekeeping.runOnce();
    expect(await phases(story, [event.meetingId])).toEqual(['cancelled']);

    const back = await sync(await connect(memberId), { icalUid: 'weekly' });
    await housekeeping.untilQuiet();

    expect(back).toMatchObject({ id: event.id, meetingId: event.meetingId, cancelledAt: null });
    expect(await phases(story, [event.meetingId])).toEqual(['upcoming']);
  });

  it('is cancelled even if it was saved after the first walk', async () => {
    const story = await aConnection();
    const { sync, connection, disconnect, housekeeping } = story;
    await disconnect(connection.id);
    await housekeeping.runOnce();
    const late = await sync(connection);

    await housekeeping.untilQuiet();

    expect(await phases(story, [late.meetingId])).toEqual(['cancelled']);
  });

  it('is cancelled with one event for each bot, although every third save fails', async () => {
    const story = await aConnection();
    const { sync, connection, disconnect, world, owner } = story;
    const events = [];
    for (let nth = 0; nth < 8; nth += 1)
      events.push(await sync(connection, { startsAt: later(noon, (nth + 1) * HOUR_MS) }));
    await subscribe(world, owner.workspaceId);
    await disconnect(connection.id);
    const { context } = failingEveryNthSave(3, world);
    const housekeeping = housekeepingWorker(world, { context });

    for (let run = 0; run < 20 && housekeeping.jobs().length > 0; run += 1) {
      await housekeeping.runOnce().catch(() => undefined);
      world.clock.advance(60_000);
    }

    const ids = events.map(({ meetingId }) => meetingId);
    expect(new Set(await phases(story, ids))).toEqual(new Set(['cancelled']));
    expect(outboxTypes(world).filter((type) => type === 'bot.cancelled')).toHaveLength(8);
  });

  it('is cancelled in several steps where there are many', async () => {
    const story = await aConnection();
    const { sync, connection, disconnect, world } = story;
    const count = 130;
    for (let nth = 0; nth < count; nth += 1)
      await sync(connection, { startsAt: later(noon, DAY_MS + nth * HOUR_MS) as Instant });
    await disconnect(connection.id);
    const hurried = housekeepingWorker(world, { timeLeft: 0 });

    const runs = await hurried.untilQuiet();

    expect(runs).toBe(2 * Math.ceil(count / 50));
    const { body } = await story.list();
    expect(body.data).toHaveLength(1);
    expect(await story.listed('&phase=upcoming')).toEqual([]);
  });
});
