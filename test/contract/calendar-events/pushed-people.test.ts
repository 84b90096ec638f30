import { calendarEvents } from '#functions/api/calendar-events/index';
import { members } from '#functions/api/members/index';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { deleteCalendarEventContract, pushCalendarEventContract } from '#shared/meetings/calendar-events/contract';
import { aWorld, callsTo } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aPartner, aPush } from './a-partner.ts';

/** A partner whose pushes may change so many people a minute, as if it were 20,000. */
async function aCrowd(limits: LimitOverrides) {
  const partner = await aPartner(aWorld({ useOf: useFactory(limits) }));
  const { world, owner, push } = partner;
  const call = callsTo(calendarEvents(world.context));
  const attendees = (count: number) => Array.from({ length: count }, (_, nth) => ({ email: `${nth}@other.test` }));
  const body = (ical_uid: string, count: number, change: object = {}) => ({
    ...aPush({ ical_uid, meeting_url: null, organizer: null, attendees: attendees(count) }),
    ...change,
  });
  return {
    ...partner,
    meet: (ical_uid: string, count: number, change?: object) => push(body(ical_uid, count, change)),
    cancel: (id: string) => call('DELETE', `/calendar_events/${id}`, { key: owner.key }),
    async meetElsewhere(count: number) {
      const { id } = await world.aWorkspaceOf(owner.userId, 'Second');
      return call('POST', '/calendar_events', { key: owner.key, body: { ...body('else', count), workspace_id: id } });
    },
  };
}

const LATER = { starts_at: '2026-11-02T14:30:00+01:00' };

describe('the people whom pushed events change', () => {
  it('429: beyond those of a minute in a workspace, with nothing saved, until the next one', async () => {
    const { meet, listed, world } = await aCrowd({ pushed_people: 20 });

    expect((await meet('one', 15)).status).toBe(201);
    expect(expectError(pushCalendarEventContract, await meet('two', 6), 429)).toEqual(['rate_limited']);
    expect((await meet('three', 5)).status).toBe(201);
    expect(await listed()).toHaveLength(2);

    world.clock.advance(MINUTE_MS);
    expect((await meet('two', 6)).status).toBe(201);
  });

  it('429: of all workspaces that one user founded', async () => {
    const { meet, meetElsewhere } = await aCrowd({ pushed_people: 40, user_pushed_people: 20 });

    expect((await meet('one', 15)).status).toBe(201);
    expect(expectError(pushCalendarEventContract, await meetElsewhere(6), 429)).toEqual(['rate_limited']);
  });

  it('count where their meeting changes, and not where it comes from the calendar of a further member', async () => {
    const { meet } = await aCrowd({ pushed_people: 20 });
    const ofAnother = (nth: number) => ({ member_data: { email: `m${nth}@acme.test` } });

    expect((await meet('one', 10)).status).toBe(201);
    for (let nth = 0; nth < 5; nth += 1) expect((await meet('one', 10, ofAnother(nth))).status).toBe(201);
    expect((await meet('one', 10)).status).toBe(200);
    expect((await meet('one', 10, LATER)).status).toBe(200);
    expect((await meet('one', 10)).status).toBe(429);
  });

  it('count where an event is cancelled: the event stays as it is beyond the limit', async () => {
    const { meet, cancel, world } = await aCrowd({ pushed_people: 20 });
    const { id } = (await meet('one', 10)).body;
    await meet('two', 5);

    expect(expectError(deleteCalendarEventContract, await cancel(id), 429)).toEqual(['rate_limited']);
    world.clock.advance(MINUTE_MS);
    expect((await cancel(id)).status).toBe(200);
    expect((await cancel(id)).status).toBe(200);
    expect((await meet('one', 10)).status).toBe(200);
    expect((await cancel(id)).status).toBe(429);
  });
});

describe('the people whom the removal of a member changes', () => {
  it('count as those of calendars: later meetings wait for the next minute', async () => {
    const { meet, listed, world, owner, members: list } = await aCrowd({ imported_people: 12, pushed_people: 20 });
    const at = (hour: number) => ({ starts_at: `2026-11-02T${hour}:00:00Z`, ends_at: null });
    for (const hour of [14, 15, 16, 17]) await meet(`at-${hour}`, 5, at(hour));
    const [{ id }] = await list();
    const { jobs, runOnce, untilQuiet } = housekeepingWorker(world);
    await callsTo(members(world.context))('DELETE', `/members/${id}`, { key: owner.key });

    await runOnce();

    expect((await listed()).map(({ starts_at }: { starts_at: string }) => starts_at.slice(11, 13)).sort()).toEqual([
      '16',
      '17',
    ]);
    const leaving = jobs().filter(({ type }) => type === 'job.member_leaving');
    expect(leaving.map(({ dueAt }) => dueAt - world.clock.now())).toEqual([MINUTE_MS]);
    await untilQuiet();
    expect(await listed()).toEqual([]);
  });
});
