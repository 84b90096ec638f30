import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { LostRace } from '#shared/foundation/core/store';
import { erasePerson } from '#shared/lifecycle/erasures/commands/erase-person';
import { recordAttendances } from '#shared/meetings/people/commands/record-attendances';
import { people } from '#shared/meetings/people/store';
import { describe, expect, it } from '#test/support/jest';
import { aPeopleWorld } from './a-people-world.ts';

/** A workspace that takes few people, and what it has of them. */
async function aSmallWorld(mostPeople: number) {
  const here = await aPeopleWorld();
  const { world, owner, push } = here;
  const context = { ...world.context, mailProviders: { has: () => false }, mostPeople };
  return {
    ...{ ...here, context },
    counted: () => Number(world.dynamo.items().find(({ sk }) => sk?.S === 'PEOPLE_COUNT')?.['people']?.N),
    emails: async () =>
      (await people.list(context.table, owner.workspaceId, { limit: 100, after: undefined })).items
        .map(({ email }) => email)
        .toSorted(),
    /** A meeting of people whose attendance is recorded; answers who is on it. */
    async meet(uid: string, names: readonly string[]): Promise<readonly string[]> {
      const { meeting_id: id } = (await push({ uid, attendees: names.map((name) => ({ email: `${name}@navy.test` })) }))
        .body;
      await recordAttendances(context)(id);
      const meeting = (await here.callMeetings('GET', `/meetings/${id}`, { key: owner.key })).body;
      return meeting.participants.map(({ email }: { readonly email: string }) => email);
    },
  };
}

describe('a workspace with as many people as it takes', () => {
  it('gets no further one, and its meetings keep theirs', async () => {
    const { meet, emails, counted } = await aSmallWorld(2);
    await meet('one', ['a', 'b']);

    const onMeeting = await meet('two', ['a', 'c']);

    expect(onMeeting).toEqual(['a@navy.test', 'c@navy.test']);
    expect(await emails()).toEqual(['a@navy.test', 'b@navy.test']);
    expect(counted()).toBe(2);
  });

  it('gets one for each that is erased', async () => {
    const { context, meet, emails, personOf } = await aSmallWorld(2);
    await meet('one', ['a', 'b']);
    await erasePerson(context)((await personOf('a@navy.test')).id);

    await meet('two', ['c', 'd']);
    await meet('three', ['c']);

    expect(await emails()).toEqual(['b@navy.test', 'c@navy.test']);
  });

  it('has no more, however many meetings are recorded at once', async () => {
    const { meet, emails, counted } = await aSmallWorld(5);
    const uids = Array.from({ length: 12 }, (_, nth) => `m${nth}`);

    await mapConcurrently(uids, uids.length, (uid) => meet(uid, [uid]));

    expect(await emails()).toHaveLength(5);
    expect(counted()).toBe(5);
  });

  it('counts no one whose save lost a race', async () => {
    const { context, push, counted } = await aSmallWorld(5);
    const { meeting_id: id } = (await push({ attendees: [{ email: 'a@navy.test' }] })).body;
    const save = () => Promise.reject(new LostRace('Another one was faster.'));

    await recordAttendances({ ...context, changes: { ...context.changes, save } })(id).catch(() => undefined);

    expect(counted()).toBe(0);
  });
});
