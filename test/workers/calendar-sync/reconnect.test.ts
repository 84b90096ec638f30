import { workspaces } from '#shared/accounts/workspaces/store';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import { GrantLost } from '#shared/calendars/sync/ports';
import type { MemberId } from '#shared/foundation/core/ids';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { type ASyncedCalendar, aSyncedCalendar } from './a-synced-calendar.ts';

/** The member consents again, and the provider grants anew. */
async function consentAgain({ world, owner, memberId, calendar }: ASyncedCalendar) {
  const { table } = world.context;
  const workspace = await workspaces.find(table, owner.workspaceId);
  if (!workspace) throw new Error('The workspace is not there.');
  calendar.grant.isRevoked = false;
  calendar.grant.token = 'second';
  return connectCalendar(world.context)(workspace.state, {
    memberId: memberId as MemberId,
    provider: 'google',
    accountEmail: 'Ada@gmail.test',
    refreshToken: 'second',
  });
}

describe('a calendar whose grant was revoked', () => {
  it('is reconnected by a new consent under the same id, and imports what changed meanwhile', async () => {
    const story = await aSyncedCalendar();
    const { calendar, runSync, connection, seen, inCalendar, named, id } = story;
    calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(30) }));
    await runSync();
    await runSync();
    const meetingId = (await named('About one')).id;
    calendar.grant.isRevoked = true;
    await runSync();
    expect(await connection()).toMatchObject({ status: 'error' });
    calendar.put(anOccurrence('one', { title: 'Renamed', startsAt: at(3) }));
    calendar.dropSilently('two');

    expect((await consentAgain(story)).id).toBe(id);
    await runSync();

    expect(await connection()).toMatchObject({ status: 'active', id });
    expect(await seen()).toEqual(inCalendar());
    expect((await named('Renamed')).id).toBe(meetingId);
  });

  it('has a new watch, and the notifications of the old one are ignored', async () => {
    const story = await aSyncedCalendar();
    const { calendar, runSync, sync } = story;
    await runSync();
    const first = (await sync()).watch;
    calendar.grant.isRevoked = true;
    await runSync();
    await consentAgain(story);

    await runSync();

    const second = (await sync()).watch;
    expect(second?.id).not.toBe(first?.id);
  });

  it('is reconnected while a run with the old grant is active, which then changes nothing more', async () => {
    const story = await aSyncedCalendar();
    const { calendar, runSync, sync, seen, inCalendar, connection } = story;
    calendar.put(anOccurrence('one'));
    await runSync();
    await runSync();
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || !calendar.calls.includes('readOn')) return;
      isFirst = false;
      await consentAgain(story);
    });
    calendar.calls.splice(0);
    await runSync();
    expect(await sync()).toMatchObject({ cursor: null, failures: 0 });

    await runSync();

    expect(await connection()).toMatchObject({ status: 'active' });
    expect(await seen()).toEqual(inCalendar());
  });

  it('stays active when a run with the old grant fails afterwards because that grant is revoked', async () => {
    const story = await aSyncedCalendar();
    const { calendar, runSync, connection, seen, inCalendar } = story;
    calendar.put(anOccurrence('one'));
    await runSync();
    await runSync();
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst) return;
      isFirst = false;
      await consentAgain(story);
    });
    calendar.fail('access', new GrantLost('access_revoked', 'The old one.'));
    await runSync();
    expect(await connection()).toMatchObject({ status: 'active' });

    calendar.put(anOccurrence('two', { startsAt: at(30) }));
    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it('waits for a run with the old grant, whose data is older', async () => {
    const story = await aSyncedCalendar();
    const { calendar, runSync, work, id, seen, inCalendar } = story;
    calendar.put(anOccurrence('one'));
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || !calendar.calls.includes('readWindow')) return;
      isFirst = false;
      await consentAgain(story);
      await work.runSync(id);
    });

    await runSync();
    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });
});
