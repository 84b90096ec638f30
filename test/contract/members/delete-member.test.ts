import { members } from '#functions/api/members/index';
import { deleteMemberContract as contract, getMemberContract } from '#shared/accounts/members/contract';
import { membersCount } from '#shared/accounts/workspaces/store';
import { calendarConnections as storedConnections } from '#shared/calendars/connections/store';
import type { MemberId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { DAY_MS, HOUR_MS, later } from '#shared/foundation/core/time';
import { calendarEventStore, putCalendarEvent } from '#shared/meetings/calendar-events/store';
import { applyCalendarEvent, meetingFor } from '#shared/meetings/meetings/rules/apply-calendar-event';
import { meetings } from '#shared/meetings/meetings/store';
import { settings as stored } from '#shared/meetings/settings/store';
import { callsTo, noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { failingEveryNthSave } from '#test/support/failing-saves';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { sized } from '#test/support/test-size';
import { aConnectedPartner } from '../calendar-connections/a-connection.ts';
import { aPush, asBen } from '../calendar-events/a-partner.ts';

/** Ada, of whom everything is to be seen when she goes. */
async function aMemberToGo() {
  const partner = await aConnectedPartner();
  const { world, owner } = partner;
  const ada = await partner.aMember('Ada');
  const call = callsTo(members(world.context));
  return {
    ...partner,
    ada,
    housekeeping: housekeepingWorker(world),
    remove: (id = ada, key = owner.key) => call('DELETE', `/members/${id}`, { key }),
    read: (id = ada) => call('GET', `/members/${id}`, { key: owner.key }),
    create: (body: object) =>
      call('POST', '/members', { key: owner.key, body: { workspace_id: owner.workspaceId, ...body } }),
    count: () => membersCount(world.context.table, owner.workspaceId),
  };
}

describe('DELETE /members/{id}', () => {
  it('200: answers the member once more, then they are gone and counted no more', async () => {
    const { remove, read, members: listed, count } = await aMemberToGo();
    const before = (await read()).body;
    expect(await count()).toBe(1);

    const body = expectSuccess(contract, await remove(), 200);

    expect(body).toEqual(before);
    expect(expectError(getMemberContract, await read(), 404)).toEqual(['not_found']);
    expect(await listed()).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('200: their connections are answered as disconnected', async () => {
    const { remove, connect, ada } = await aMemberToGo();
    const { id } = await connect(ada);

    const body = expectSuccess(contract, await remove(), 200);

    expect(body.calendar_connections).toEqual([{ id, provider: 'google', status: 'disconnected' }]);
  });

  it('200: their email is free for a new member', async () => {
    const { remove, create, ada } = await aMemberToGo();
    await remove();

    const { status, body } = await create({ email: 'ada@acme.test' });

    expect(status).toBe(201);
    expect(body.id).not.toBe(ada);
  });

  it('200: one who has no email, too', async () => {
    const { remove, create, count } = await aMemberToGo();
    const { body } = await create({ name: 'Ben' });

    expectSuccess(contract, await remove(body.id), 200);

    expect(await count()).toBe(1);
  });

  it('200: what was assigned to them is assigned no more, in the same moment', async () => {
    const { remove, ada, world, owner } = await aMemberToGo();
    const { settings } = await import('#functions/api/settings/index');
    const choose = callsTo(settings(world.context));
    const body = { workspace_id: owner.workspaceId, recording: { enabled: true }, scope: [`member:${ada}`] };
    const { body: chosen } = await choose('POST', '/settings', { key: owner.key, body });

    await remove();

    const kept = await stored.find(world.context.table, chosen.id);
    expect(kept?.state.assignments).toEqual([]);
    const { id } = chosen.assignments[0];
    expect((await choose('GET', `/settings_assignments/${id}`, { key: owner.key })).status).toBe(404);
  });

  it('200 once, 404 to the others: many at once', async () => {
    const { remove, count } = await aMemberToGo();

    const answers = await Promise.all(Array.from({ length: 4 }, () => remove()));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await count()).toBe(0);
  });

  it('409: lost race after race', async () => {
    const { world, owner, ada } = await aMemberToGo();
    const changes = { save: () => Promise.reject(new LostRace('Always.')) };
    const call = callsTo(members({ ...world.context, changes }));

    expect(expectError(contract, await call('DELETE', `/members/${ada}`, { key: owner.key }), 409)).toEqual([
      'conflict',
    ]);
  });
});

describe('what was a removed member’s', () => {
  it('ends: calendars are disconnected and upcoming events cancelled, however they came', async () => {
    const { remove, connect, sync, push, housekeeping, meeting, needs, world, owner, ada, recordEverything } =
      await aMemberToGo();
    await recordEverything();
    const connection = await connect(ada);
    const synced = await sync(connection);
    const pushed = (await push(aPush({ member_data: undefined, member_id: ada }))).body;
    const past = await sync(connection, { startsAt: later(noon, -3 * HOUR_MS) });
    await subscribe(world, owner.workspaceId);
    await remove();

    await housekeeping.untilQuiet();

    for (const id of [synced.meetingId, pushed.meeting_id])
      expect(await meeting(id)).toMatchObject({ phase: 'cancelled', recordings: [{ status: 'cancelled' }] });
    expect(await meeting(past.meetingId)).toMatchObject({ phase: 'past', calendar_event: { cancelled_at: null } });
    expect((await storedConnections.find(needs.table, connection.id))?.state.status).toBe('disconnected');
    expect(outboxTypes(world).filter((type) => !/^job|^meeting.created|due$/.test(type))).toEqual([
      'bot.cancelled',
      'bot.cancelled',
      'calendar_connection.disconnected',
      'meeting.updated',
      'meeting.updated',
      // Pushed for a known email, Ada was named on it; no more.
      'meeting.updated',
    ]);
  });

  it('leaves a meeting to the other members who carry it', async () => {
    const { remove, push, housekeeping, meeting, ada } = await aMemberToGo();
    const { body } = await push(aPush({ member_data: undefined, member_id: ada }));
    await push(aPush(asBen));
    await remove();

    await housekeeping.untilQuiet();

    expect((await meeting(body.meeting_id)).phase).toBe('upcoming');
  });

  it('is left of their past: their name, without their id', async () => {
    const { remove, push, housekeeping, meeting, world, ada } = await aMemberToGo();
    const { body } = await push(aPush({ member_data: undefined, member_id: ada }));
    world.clock.advance(DAY_MS);
    await housekeeping.untilQuiet();
    expect((await meeting(body.meeting_id)).organizer.member_id).toBe(ada);
    await remove();

    await housekeeping.untilQuiet();

    const shown = await meeting(body.meeting_id);
    expect(shown.organizer).toEqual({ name: 'Ada', email: 'ada@acme.test', member_id: null });
    expect(shown.participants[0]).toEqual({ name: 'Ada', email: 'ada@acme.test', member_id: null });
    expect(shown.phase).toBe('past');
  });

  it('is ended completely with many events, by a later run after failed ones', async () => {
    const { remove, housekeeping, world, owner, ada } = await aMemberToGo();
    const count = sized({ everyday: 600, release: 3_000 });
    await manyEvents(world, owner.workspaceId, ada as MemberId, count);
    await remove();
    const { context, saves } = failingEveryNthSave(count / 6, world);
    const mortal = housekeepingWorker(world, { context });

    let runs = 0;
    while (housekeeping.jobs().some(({ type }) => type === 'job.member_leaving')) {
      await mortal.runOnce().catch(() => undefined);
      world.clock.advance(60_000);
      runs += 1;
    }

    const left = await calendarEventStore(world.context.table).notOver(ada as MemberId, noon, {
      limit: 5000,
      after: undefined,
    });
    expect(left.items).toHaveLength(count);
    expect(left.items.filter(({ state }) => state.cancelledAt === null)).toEqual([]);
    expect(saves()).toBeLessThan(count + 50);
    expect(runs).toBeLessThan(20);
  });
});

/** Events as they lie in the table, each with its meeting, hour after hour of the days to come. */
async function manyEvents(
  world: Awaited<ReturnType<typeof aMemberToGo>>['world'],
  workspaceId: Awaited<ReturnType<typeof aMemberToGo>>['owner']['workspaceId'],
  memberId: MemberId,
  count: number,
): Promise<void> {
  const { ids, changes } = world.context;
  for (let nth = 0; nth < count; nth += 1) {
    const at = later(noon, 2 * DAY_MS + nth * 60_000);
    const event = {
      id: ids.make('cev'),
      workspaceId,
      meetingId: ids.make('mtg'),
      memberId,
      source: 'calendar_sync',
      calendarId: null,
      account: null,
      sourceId: null,
      icalUid: `event-${nth}`,
      recurring: false,
      originalStartsAt: at,
      title: 'Weekly',
      startsAt: at,
      endsAt: later(at, 60_000),
      meetingUrl: null,
      organizer: null,
      attendees: [],
      metadata: {},
      cancelledAt: null,
      createdAt: noon,
      updatedAt: noon,
    } as const;
    const meeting = applyCalendarEvent(meetingFor(event, event.meetingId, noon), event, event);
    await changes.save({
      at: noon,
      writes: [putCalendarEvent({ before: undefined, after: event, botId: null }), meetings.put(undefined, meeting)],
    });
  }
}
