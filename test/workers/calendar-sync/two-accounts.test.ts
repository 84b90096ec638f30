import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { aConnectedCalendar, calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence, fakeCalendar } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { aSyncedCalendar } from './a-synced-calendar.ts';

/** A member with a Google and a Microsoft account that both have the same occurrence, synced in both. */
async function aMemberWithTwoAccounts() {
  const story = await aSyncedCalendar();
  const { calendar: google, world, owner, memberId, id } = story;
  const microsoft = fakeCalendar();
  const work = calendarSyncWorker(world, { google, microsoft });
  const second = await aConnectedCalendar(world, {
    ...{ workspaceId: owner.workspaceId, memberId },
    ...{ provider: 'microsoft', accountEmail: 'ada@outlook.test' },
  });
  google.put(anOccurrence('g', { icalUid: 'shared@calendar.test', title: 'Planning' }));
  microsoft.put(anOccurrence('m', { icalUid: 'shared@calendar.test', title: 'Planning' }));
  const syncBoth = async () => {
    for (const connection of [id, second.id]) await work.whenDue(connection);
  };
  await syncBoth();
  await syncBoth();
  return { ...story, google, microsoft, work, second, syncBoth };
}

describe('an occurrence in two accounts of one member', () => {
  it('is one meeting, which neither sync changes again', async () => {
    const { google, microsoft, syncBoth, listed, seen } = await aMemberWithTwoAccounts();
    const [before] = await listed();
    google.expireCursors();
    microsoft.expireCursors();

    await syncBoth();

    expect(await seen()).toMatchObject([{ title: 'Planning', phase: 'upcoming' }]);
    expect(await listed()).toEqual([before]);
  });

  it('stays when it is removed from one of them, and is listed no more once it is removed from both', async () => {
    const { google, microsoft, syncBoth, seen } = await aMemberWithTwoAccounts();
    google.drop('g');
    await syncBoth();
    const afterFirst = await seen();
    microsoft.drop('m');

    await syncBoth();

    expect(afterFirst).toMatchObject([{ title: 'Planning', phase: 'upcoming' }]);
    expect(await seen()).toEqual([]);
  });

  it('stays when one of the connections is disconnected', async () => {
    const { id, world, work, seen, second } = await aMemberWithTwoAccounts();

    await disconnectCalendar(world.context)(id);
    await work.endAll();
    await work.whenDue(second.id);

    expect(await seen()).toMatchObject([{ title: 'Planning', phase: 'upcoming' }]);
  });
});
