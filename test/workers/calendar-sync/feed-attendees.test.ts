import { calendarConnections } from '#functions/api/calendar-connections/index';
import { aPartner } from '#test/contract/calendar-events/a-partner';
import { callsTo } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { readsDuring } from '#test/support/reads-during';

const OCCURRENCES = 20;
const ATTENDEES = 3_000;

/** An hourly event of 20 occurrences, to which so many people are invited. */
const anHourlyEvent = (attendees: number) =>
  anIcalEvent(
    'hourly',
    'SUMMARY:Hourly',
    'DTSTART:20261103T100000Z',
    `RRULE:FREQ=HOURLY;COUNT=${OCCURRENCES}`,
    Array.from({ length: attendees }, (_, nth) => `ATTENDEE:mailto:p${nth}@x.test`).join('\r\n'),
  );

/** Ada's feed with that event, added and not yet synced. */
async function aFeedOf(attendees: number) {
  const partner = await aPartner();
  const { world, owner } = partner;
  const feed = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed });
  const call = callsTo(calendarConnections(world.context));
  const member_id = await partner.aMember('Ada');
  const body = { workspace_id: owner.workspaceId, member_id, url: 'https://calendar.example.com/ada.ics' };
  const { id } = (await call('POST', '/calendar_feeds', { key: owner.key, body })).body;
  const event = anHourlyEvent(attendees);
  feed.publish(event);
  return {
    world,
    work,
    id,
    workspaceId: owner.workspaceId,
    /** Another file with the same event. */
    touch: () => feed.publish(event, 'X-VERSION:2'),
    warnings: async () => (await call('GET', `/calendar_feeds/${id}`, { key: owner.key })).body.warnings,
  };
}

/** The rows that are read for the first sync, and for that of another file with the same event. */
async function readsFor(attendees: number) {
  const { world, work, id, touch } = await aFeedOf(attendees);
  const first = await readsDuring(world, () => work.whenDue(id));
  await work.untilDue(id);
  touch();
  const unchanged = await readsDuring(world, () => work.pollAndRun(id));
  return { first: first.keys, unchanged: unchanged.keys };
}

/** Most that an event keeps: they are read once more for each batch of events that are saved. */
const KEPT_AGAIN = 1_000;

describe('a feed of events with more attendees than are kept', () => {
  it('reads the first 1,000 addresses of an event, each once, however many occurrences it has', async () => {
    const without = await readsFor(0);

    const many = await readsFor(ATTENDEES);

    expect(many.unchanged - without.unchanged).toBe(1_000);
    expect(many.first - without.first).toBeLessThanOrEqual(1_000 + KEPT_AGAIN);
  });

  it('counts the addresses that it reads towards the occurrences of changed files in a day', async () => {
    const { world, work, id, workspaceId, warnings } = await aFeedOf(ATTENDEES);
    const { useOf, limitCounter, clock } = world.context;
    const { most } = useOf('feed_occurrences', workspaceId, clock.now());
    await limitCounter.take(useOf('feed_occurrences', workspaceId, clock.now(), most - OCCURRENCES - 999));

    await work.whenDue(id);

    expect(await warnings()).toMatchObject([{ code: 'limit_reached', count: OCCURRENCES }]);
  });
});
