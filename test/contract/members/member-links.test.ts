import { bots } from '#functions/api/bots/index';
import { members } from '#functions/api/members/index';
import { DAY_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { aPartner, aPush } from '../calendar-events/a-partner.ts';

const BEN = { name: 'Ben', email: 'ben@other.test' };

/** Ada's meeting with Ben, who is not a member yet. */
async function aMeetingWithBen(push: Readonly<Record<string, unknown>> = aPush()) {
  const partner = await aPartner();
  const { world, owner } = partner;
  const { body } = await partner.push(push);
  const housekeeping = housekeepingWorker(world);
  await housekeeping.untilQuiet();
  const call = callsTo(members(world.context));
  return {
    ...partner,
    housekeeping,
    pushed: body,
    shown: () => partner.meeting(body.meeting_id),
    bens: async () => (await partner.meeting(body.meeting_id)).participants[1],
    create: async (person: object): Promise<string> =>
      (await call('POST', '/members', { key: owner.key, body: { workspace_id: owner.workspaceId, ...person } })).body
        .id,
    remove: (id: string) => call('DELETE', `/members/${id}`, { key: owner.key }),
  };
}

describe('a new member', () => {
  it('is linked in meetings and calendar events with their email, with one meeting.updated', async () => {
    const { create, housekeeping, bens, push, world, owner, pushed, call } = await aMeetingWithBen();
    await subscribe(world, owner.workspaceId);
    const before = outboxTypes(world);
    const ben = await create(BEN);

    await housekeeping.untilQuiet();

    expect(await bens()).toEqual({ ...BEN, member_id: ben });
    const event = await call('GET', `/calendar_events/${pushed.id}`, { key: owner.key });
    expect(event.body.attendees[1]).toMatchObject({ member_id: ben });
    const left = outboxTypes(world).filter((type) => type.startsWith('meeting'));
    expect(left).toEqual([...before.filter((type) => type.startsWith('meeting')), 'meeting.updated']);
    const again = await push(aPush());
    expect(again.body).toEqual(event.body);
  });

  it('is linked when a push for their own calendar creates them', async () => {
    const { push, housekeeping, bens } = await aMeetingWithBen();
    const { body } = await push(aPush({ ical_uid: 'another', member_data: BEN }));

    await housekeeping.untilQuiet();

    expect((await bens()).member_id).toBe(body.member_id);
  });

  it('is linked whatever the case of the email, and in past meetings without an event', async () => {
    const organizer = { name: 'Ben', email: 'Ben@Other.test' };
    const { create, housekeeping, shown, push, meeting, world, owner } = await aMeetingWithBen(
      aPush({ organizer, attendees: [] }),
    );
    const cancelled = await push(aPush({ ical_uid: 'off', organizer, cancelled: true }));
    world.clock.advance(DAY_MS);
    await subscribe(world, owner.workspaceId);
    const ben = await create(BEN);

    await housekeeping.untilQuiet();

    expect((await shown()).organizer).toEqual({ ...BEN, member_id: ben });
    expect((await meeting(cancelled.body.meeting_id)).organizer.member_id).toBe(ben);
    expect(outboxTypes(world).filter((type) => type === 'meeting.updated')).toHaveLength(1);
  });

  it('is linked in the meeting of a bot', async () => {
    const { create, housekeeping, meeting, world, owner } = await aMeetingWithBen();
    const send = callsTo(bots(world.context));
    const body = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/xyz-good-abc' };
    const sent = await send('POST', '/bots', { key: owner.key, body: { ...body, participants: [BEN] } });
    const ben = await create(BEN);

    await housekeeping.untilQuiet();

    expect((await meeting(sent.body.meeting_id)).participants).toEqual([{ ...BEN, member_id: ben }]);
  });

  it('who has no email is linked nowhere, and starts no job', async () => {
    const { create, housekeeping } = await aMeetingWithBen();

    await create({ name: 'Ben' });

    expect(housekeeping.jobs()).toEqual([]);
  });
});

describe('a removed member', () => {
  it('is replaced by the new member with the same email, in any order of the jobs', async () => {
    const { create, remove, housekeeping, bens } = await aMeetingWithBen();
    const first = await create(BEN);
    await remove(first);
    const second = await create(BEN);

    await housekeeping.untilQuiet();

    expect((await bens()).member_id).toBe(second);
  });

  it('keeps their name in meetings, without an id', async () => {
    const { create, remove, housekeeping, bens } = await aMeetingWithBen();
    const ben = await create(BEN);
    await housekeeping.untilQuiet();
    await remove(ben);

    await housekeeping.untilQuiet();

    expect(await bens()).toEqual({ ...BEN, member_id: null });
  });
});
