import { describe, expect, it } from '@jest/globals';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import { GrantLost } from '#shared/calendars/sync/ports/calendar-provider';
import type { MemberId } from '#shared/core/ids';
import { workspaceStore } from '#shared/workspaces/store';
import { anOccurrence, at } from '#test/support/a-calendar';
import { type ASyncedCalendar, aSyncedCalendar } from './a-synced-calendar.ts';

/** The member consents again, and the provider grants anew. */
async function consentAgain({ world, owner, memberId, calendar }: ASyncedCalendar) {
  const { table } = world.context;
  const workspace = await workspaceStore(table).find(owner.workspaceId);
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

describe('a calendar whose grant was taken back', () => {
  it('is healed by a new consent, under its own id, and finds what changed meanwhile', async () => {
    const story = await aSyncedCalendar();
    const { calendar, pass, connection, seen, inCalendar, named, id } = story;
    calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(30) }));
    await pass();
    await pass();
    const meetingId = (await named('About one')).id;
    calendar.grant.isRevoked = true;
    await pass();
    expect(await connection()).toMatchObject({ status: 'error' });
    calendar.put(anOccurrence('one', { title: 'Renamed', startsAt: at(3) }));
    calendar.dropSilently('two');

    expect((await consentAgain(story)).id).toBe(id);
    await pass();

    expect(await connection()).toMatchObject({ status: 'active', id });
    expect(await seen()).toEqual(inCalendar());
    expect((await named('Renamed')).id).toBe(meetingId);
  });

  it('has a watch again, and the old one leads nowhere', async () => {
    const story = await aSyncedCalendar();
    const { calendar, pass, sync, work, id } = story;
    await pass();
    const first = (await sync()).watch;
    calendar.grant.isRevoked = true;
    await pass();
    await consentAgain(story);

    await pass();

    const second = (await sync()).watch;
    expect(second?.id).not.toBe(first?.id);
    expect(await work.syncs.connectionOf(second?.id ?? '')).toBe(id);
    expect(await work.syncs.connectionOf(first?.id ?? '')).toBeUndefined();
  });

  it('is healed also while a pass under the old grant still runs, which then changes nothing more', async () => {
    const story = await aSyncedCalendar();
    const { calendar, pass, sync, seen, inCalendar, connection } = story;
    calendar.put(anOccurrence('one'));
    await pass();
    await pass();
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || !calendar.calls.includes('readOn')) return;
      isFirst = false;
      await consentAgain(story);
    });
    calendar.calls.splice(0);
    await pass();
    expect(await sync()).toMatchObject({ cursor: null, failures: 0 });

    await pass();

    expect(await connection()).toMatchObject({ status: 'active' });
    expect(await seen()).toEqual(inCalendar());
  });

  it('stays healed when a pass under the old grant hears only then that this one is gone', async () => {
    const story = await aSyncedCalendar();
    const { calendar, pass, connection, seen, inCalendar } = story;
    calendar.put(anOccurrence('one'));
    await pass();
    await pass();
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst) return;
      isFirst = false;
      await consentAgain(story);
    });
    calendar.fail('access', new GrantLost('access_revoked', 'The old one.'));
    await pass();
    expect(await connection()).toMatchObject({ status: 'active' });

    calendar.put(anOccurrence('two', { startsAt: at(30) }));
    await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it('waits for a pass under the old grant: what that read is older', async () => {
    const story = await aSyncedCalendar();
    const { calendar, pass, work, id, seen, inCalendar } = story;
    calendar.put(anOccurrence('one'));
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || !calendar.calls.includes('readWindow')) return;
      isFirst = false;
      await consentAgain(story);
      await work.pass(id);
    });

    await pass();
    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
    await pass();

    expect(await seen()).toEqual(inCalendar());
  });
});
