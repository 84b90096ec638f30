import { calendarConnections } from '#functions/api/calendar-connections/index';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { aPartner } from '#test/contract/calendar-events/a-partner';
import { callsTo } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';

const anEvent = (uid: string) => anIcalEvent(uid, 'SUMMARY:Planning', 'DTSTART:20261105T150000Z', 'DURATION:PT30M');

/** A feed that was synced, whose server takes so long for each answer from then on. */
async function aSlowFeed(answerMs: number) {
  const partner = await aPartner();
  const { world, owner } = partner;
  const feed = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed });
  const call = callsTo(calendarConnections(world.context));
  const member_id = await partner.aMember('Ada');
  const body = { workspace_id: owner.workspaceId, member_id, url: 'https://calendar.example.com/ada.ics' };
  const id: CalendarFeedId = (await call('POST', '/calendar_feeds', { key: owner.key, body })).body.id;
  feed.publish(anEvent('first'), anEvent('second'));
  await work.whenDue(id);
  await work.untilDue(id);
  let waitedMs = 0;
  feed.server.beforeAnswer = () => {
    world.clock.advance(answerMs);
    waitedMs += answerMs;
  };
  return {
    ...{ clock: world.clock, feed, work, id },
    waited: () => waitedMs,
    restMs: async () => Number((await work.sync(id)).dueAt) - world.clock.now(),
  };
}

describe('a feed whose server takes 29 seconds for each answer', () => {
  it('rests for about three hours after a poll that finds it unchanged', async () => {
    const { work, id, restMs } = await aSlowFeed(29 * SECOND_MS);

    await work.pollAndRun(id);

    expect(await restMs()).toBeGreaterThan(2.8 * HOUR_MS);
  });

  it('rests for as long after a run that reads a change', async () => {
    const { work, id, feed, restMs } = await aSlowFeed(29 * SECOND_MS);
    feed.publish(anEvent('first'), anEvent('second'), anEvent('third'));

    await work.runSync(id);

    expect(await restMs()).toBeGreaterThan(2.8 * HOUR_MS);
  });

  it('rests for as long where an event is gone: no other run follows at once', async () => {
    const { work, id, feed, restMs } = await aSlowFeed(29 * SECOND_MS);
    feed.publish(anEvent('first'));

    await work.runSync(id);

    expect(await restMs()).toBeGreaterThan(2.8 * HOUR_MS);
  });

  it.each([
    ['unchanged', [304]],
    ['changed each time', [200]],
    ['down every other time', [500, 200]],
    ['refused nine times of ten', [...Array.from({ length: 9 }, () => 404), 200]],
  ])('takes a worker for five minutes of a day at most: %s', async (_named, answers) => {
    const { clock, feed, work, id, waited } = await aSlowFeed(29 * SECOND_MS);
    const until = clock.now() + DAY_MS;

    for (let nth = 0; clock.now() < until; nth += 1) {
      const status = answers[nth % answers.length] ?? 200;
      feed.server.status = status === 304 ? 200 : status;
      if (status !== 304) feed.publish(anEvent(`event-${nth}`));
      await work.runSync(id);
      await work.untilDue(id);
    }

    expect(waited()).toBeLessThan(5 * MINUTE_MS);
  });
});

describe('a feed whose server takes two seconds', () => {
  it('is polled every 15 minutes', async () => {
    const { work, id, restMs } = await aSlowFeed(2 * SECOND_MS);

    await work.pollAndRun(id);

    expect(await restMs()).toBeLessThanOrEqual(15 * MINUTE_MS);
  });
});
