import { pauseWorkspace, resumeWorkspace } from '#shared/accounts/workspaces/commands/pause-workspace';
import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import { POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import { DAY_MS, later, SECOND_MS } from '#shared/foundation/core/time';
import { anOccurrence } from '#test/support/fake-calendar';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aSyncedCalendar } from './a-synced-calendar.ts';

/** A calendar that was read twice, in a workspace that was paused since. */
async function aPausedCalendar() {
  const story = await aSyncedCalendar();
  const { calendar, runSync, world, work, owner } = story;
  calendar.grant.accessUntil = later(world.clock.now(), DAY_MS);
  await runSync();
  await runSync();
  calendar.calls.splice(0);
  work.sent.splice(0);
  await pauseWorkspace(world.context)(owner.workspaceId);
  world.clock.advance(11 * SECOND_MS);
  return {
    ...story,
    async resume() {
      await resumeWorkspace(world.context)(owner.workspaceId);
      await housekeepingWorker(world).untilQuiet();
    },
  };
}

describe('the calendar of a paused workspace', () => {
  it('is not polled, and is looked at each quarter of an hour', async () => {
    const { calendar, work, id, sync, world } = await aPausedCalendar();
    await work.untilDue(id);
    const lookedAt = world.clock.now();

    await work.poll(id);

    expect(calendar.calls).toEqual([]);
    expect((await sync()).dueAt).toBe(later(lookedAt, POLL_MS));
    expect(work.log.at(-1)).toMatchObject({ polls: { paused: 1 } });
    expect(work.sent).toEqual([]);
  });

  it('is not synced by a notification or a request, and is not due before its next poll', async () => {
    const { calendar, work, id, sync, world } = await aPausedCalendar();
    await scheduleSync(world.context)(id);

    await work.runSync(id);

    expect(calendar.calls).toEqual([]);
    expect((await sync()).dueAt ?? 0).toBeGreaterThan(world.clock.now());
    expect((await sync()).claimedUntil).toBeNull();
  });

  it('is synced once its workspace is resumed, with what changed meanwhile', async () => {
    const { calendar, work, id, resume, seen, inCalendar, sync, world } = await aPausedCalendar();
    calendar.put(anOccurrence('one'));
    await work.untilDue(id);
    await work.poll(id);

    await resume();

    expect((await sync()).dueAt ?? 0).toBeLessThanOrEqual(world.clock.now());
    await work.runSync(id);
    expect(await seen()).toEqual(inCalendar());
  });
});
