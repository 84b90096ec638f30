import { calendarConnections } from '#functions/api/calendar-connections/index';
import { aPartner } from '#test/contract/calendar-events/a-partner';
import { callsTo } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { aCalendar, anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { absurdFeeds, NEVER, NEVER_A_MONDAY } from '#test/support/hostile-feeds';
import { describe, expect, it } from '#test/support/jest';

const planning = anIcalEvent(
  'planning@acme.test',
  'SUMMARY:Planning',
  'DTSTART:20261102T150000Z',
  'LOCATION:https://meet.google.com/abc-good-def',
);

const EXCEPTED = anIcalEvent(
  'excepted',
  'DTSTART:20261103T100000Z',
  'RRULE:FREQ=DAILY',
  // One text: as arguments they would fill the stack.
  Array.from({ length: 380_000 }, () => 'EXDATE:20261104T100000Z').join('\r\n'),
);

/** A feed of this text and then a harmless one, added by the API and run by one worker. */
async function runBoth(text: string) {
  const partner = await aPartner();
  const { world, owner } = partner;
  const feed = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed });
  const call = callsTo(calendarConnections(world.context));
  const add = async (name: string) => {
    const member_id = await partner.aMember(name);
    const body = { workspace_id: owner.workspaceId, member_id, url: `https://calendar.example.com/${name}.ics` };
    return (await call('POST', '/calendar_feeds', { key: owner.key, body })).body.id;
  };
  const hostile = await add('Mallory');
  const harmless = await add('Ada');
  const read = async (id: string) => (await call('GET', `/calendar_feeds/${id}`, { key: owner.key })).body;

  const began = process.threadCpuUsage();
  feed.server.text = text;
  await work.runSync(hostile);
  const { user, system } = process.threadCpuUsage(began);
  feed.publish(planning);
  await work.runSync(harmless);
  return { harmless: await read(harmless), tookMs: (user + system) / 1000 };
}

/** Processor time of the thread of the worker, which all feeds share, for the hostile one. */
const MOST_MS = 500;

describe('a feed that takes a long time to read', () => {
  it.each([
    { named: 'a rule without an occurrence', text: aCalendar(NEVER) },
    { named: 'a rule that meets no day', text: aCalendar(NEVER_A_MONDAY) },
    { named: 'EXDATEs of a daily event', text: aCalendar(EXCEPTED) },
    ...absurdFeeds().filter(({ named }) => ['RDATEs', 'parameters'].includes(named)),
  ])('takes no time of the feeds of others: $named', async ({ text }) => {
    const { harmless, tookMs } = await runBoth(text);

    expect(tookMs).toBeLessThan(MOST_MS);
    expect(harmless.status).toBe('active');
  });
});
