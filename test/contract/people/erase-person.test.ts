import { bots } from '#functions/api/bots/index';
import type { MeetingId } from '#shared/foundation/core/ids';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { isNameErased } from '#shared/meetings/erasures/store';
import { recordAttendance } from '#shared/meetings/people/attendances-store';
import { deletePersonContract } from '#shared/meetings/people/contract';
import { people } from '#shared/meetings/people/store';
import { aPersonIn } from '#test/support/a-person-in';
import { callsTo, noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes } from '#test/support/subscriptions';
import { aPeopleWorld } from './a-people-world.ts';

const UNKNOWN = 'per_00000000000000000000000000';
const GRACE = 'grace@navy.test';
/** Attendances: more than the request reads, by one. */
const MORE_THAN_ARE_READ = 5_001;

/** Grace was met two hours ago, and is to be met in five hours. */
async function metGrace() {
  const world = await aPeopleWorld();
  const { call, callMeetings, callMembers, owner, personOf, pushed, worker } = world;
  const past = await pushed();
  const ahead = await pushed({ uid: 'ahead', at: 5 });
  const { id } = await personOf(GRACE);
  const erase = (as = owner.key) => call('DELETE', `/people/${id}`, { key: as });
  return {
    ...{ ...world, id, past, ahead, erase },
    read: () => call('GET', `/people/${id}`, { key: owner.key }),
    meeting: async (of: { readonly meeting_id: string }) =>
      (await callMeetings('GET', `/meetings/${of.meeting_id}`, { key: owner.key })).body,
    createMember: (email: string) =>
      callMembers('POST', '/members', { key: owner.key, body: { workspace_id: owner.workspaceId, email } }),
    async erased() {
      const answer = await erase();
      await worker.untilQuiet();
      return answer;
    },
    /** All that the table has, as text. */
    stored: () => everythingIn(world.world.dynamo.items()),
  };
}

/** The rows with their texts inflated. */
const everythingIn = (items: readonly Readonly<Record<string, unknown>>[]): string =>
  items
    .flatMap((item) => Object.values(item))
    .map((value) => {
      const { B } = value as { readonly B?: Uint8Array };
      return B ? inflated(B) : JSON.stringify(value);
    })
    .join('\n');

describe('DELETE /people/{id}', () => {
  it('200: the person as they were, who is gone at once', async () => {
    const { id, erase, read, people: listed } = await metGrace();
    const before = (await read()).body;

    expect(expectSuccess(deletePersonContract, await erase(), 200)).toEqual(before);
    expect(before).toMatchObject({ id, name: 'Grace', email: GRACE, meetings_count: 1 });
    expect((await read()).status).toBe(404);
    expect((await listed()).map(({ email }: { email: string }) => email)).toEqual(['ada@acme.test']);
  });

  it('200: name and address leave meetings, calendar events and counts, and the table', async () => {
    const { erased, meeting, past, ahead, stored, companies, world } = await metGrace();
    expect(stored()).toContain(GRACE);

    await erased();

    for (const one of [past, ahead]) {
      const { participants, calendar_event } = await meeting(one);
      expect(participants).toEqual([expect.objectContaining({ email: 'ada@acme.test' })]);
      expect(calendar_event.attendees).toEqual([expect.objectContaining({ email: 'ada@acme.test' })]);
    }
    expect(await companies()).toEqual([]);
    expect(stored()).not.toMatch(/grace/i);
    expect(world.dynamo.items().filter(({ type }) => type?.S === 'attendance')).toHaveLength(2);
  });

  it('200: the name of the first of many meetings is erased, and none of the names is stored', async () => {
    const { id, erased, stored, world, owner } = await metGrace();
    const first = { at: noon, pastFrom: noon, attends: true };
    for (let nth = 0; nth < MORE_THAN_ARE_READ; nth += 1) {
      const meetingId = `mtg_${String(nth).padStart(26, '0')}` as MeetingId;
      const name = nth === 0 ? 'Amazing Grace' : 'Grace';
      await recordAttendance(world.context.table, id, { ...first, meetingId, name }, 1);
    }

    await erased();

    const hasher = await world.context.personHashes(owner.workspaceId);
    const isErased = (name: string) => isNameErased(world.context.table, owner.workspaceId, hasher.name(name));
    expect([await isErased('Amazing Grace'), await isErased('Grace'), await isErased('Ada')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(stored()).not.toMatch(/grace/i);
  });

  it('200: a participant of a bot is taken off, whatever name the bot was sent with', async () => {
    const { erased, stored, world, owner } = await metGrace();
    const body = {
      ...{ workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/abc-good-xyz' },
      participants: [{ name: 'Rear Admiral Grace', email: 'Grace@navy.test' }],
    };
    const sent = await callsTo(bots(world.context))('POST', '/bots', { key: owner.key, body });
    expect(sent.status).toBe(201);

    await erased();

    expect(stored()).not.toMatch(/grace/i);
  });

  it('200: a repeated push changes nothing and sends nothing; a new one is stored without them', async () => {
    const { erased, pushed, push, meeting, ahead, stored, world, personOf } = await metGrace();
    await erased();
    const before = await meeting(ahead);
    const sent = outboxTypes(world).length;

    await push({ uid: 'ahead', at: 5 });
    const unchanged = [await meeting(ahead), outboxTypes(world).length];
    const later = await pushed({ uid: 'later', at: 9, attendees: [{ email: 'GRACE@navy.test', name: 'Grace H.' }] });

    expect(unchanged).toEqual([before, sent]);
    expect((await meeting(later)).participants).toEqual([]);
    expect(await personOf(GRACE)).toBeUndefined();
    expect(stored()).not.toMatch(/grace/i);
  });

  it('200: the person of another workspace with the address stays', async () => {
    const { erased, world, owner } = await metGrace();
    const other = await world.aWorkspaceOf(owner.userId, 'Other');
    const { per } = await aPersonIn(world, other.id, GRACE);

    await erased();

    expect((await people.find(world.context.table, per))?.state).toMatchObject({ email: GRACE });
  });

  it('401: for a plain member of the workspace', async () => {
    const { erase, world, owner, read } = await metGrace();
    const { key } = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(deletePersonContract, await erase(key), 401)).toEqual(['unauthorized']);
    expect((await read()).status).toBe(200);
  });

  it('404: an unknown id, and one that was erased', async () => {
    const { call, owner, erase } = await metGrace();
    await erase();

    const unknown = await call('DELETE', `/people/${UNKNOWN}`, { key: owner.key });

    expect(expectError(deletePersonContract, unknown, 404)).toEqual(['not_found']);
    expect(expectError(deletePersonContract, await erase(), 404)).toEqual(['not_found']);
  });

  it('409: the person of a member, until the member is removed', async () => {
    const { erase, createMember, callMembers, owner, read } = await metGrace();
    const member = (await createMember(GRACE)).body.id;

    expect(expectError(deletePersonContract, await erase(), 409)).toEqual(['conflict']);
    expect((await read()).status).toBe(200);

    await callMembers('DELETE', `/members/${member}`, { key: owner.key });
    expect((await erase()).status).toBe(200);
  });

  it('429: too many changes a minute that meetings have to follow', async () => {
    const { world, owner, erase, read } = await metGrace();
    const { useOf, limitCounter, clock } = world.context;
    const { most } = useOf('wide_changes', owner.workspaceId, clock.now());
    await limitCounter.take(useOf('wide_changes', owner.workspaceId, clock.now(), most));

    expect(expectError(deletePersonContract, await erase(), 429)).toEqual(['rate_limited']);
    expect((await read()).status).toBe(200);
  });
});
