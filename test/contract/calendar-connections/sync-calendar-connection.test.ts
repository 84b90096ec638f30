import { describe, expect, it } from '@jest/globals';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { syncCalendarConnectionContract as contract } from '#shared/calendars/connections/contract';
import { MINUTE_MS } from '#shared/core/time';
import { anOccurrence } from '#test/support/a-calendar';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { callsTo } from '#test/support/api';
import { inOutbox } from '#test/support/subscribed';
import { aSyncedCalendar } from '../../workers/calendar-sync/a-synced-calendar.ts';

async function aStandingCalendar() {
  const story = await aSyncedCalendar();
  const { world, owner, id, pass } = story;
  await pass();
  await pass();
  world.clock.advance(5 * MINUTE_MS);
  const call = callsTo(calendarConnections(world.context));
  return {
    ...story,
    ask: (given: Parameters<typeof call>[2] = {}, of: string = id) =>
      call('POST', `/calendar_connections/${of}/sync`, { key: owner.key, ...given }),
    wakeUps: () => inOutbox(world).filter((type) => type === 'calendar.due').length,
  };
}

describe('POST /calendar_connections/{id}/sync', () => {
  it('202: answers the connection as it is, and the pass follows at once', async () => {
    const { ask, sync, world, wakeUps, id, calendar, pass, titles } = await aStandingCalendar();
    calendar.put(anOccurrence('new'));

    const body = expectAnswer(contract, await ask(), 202);

    expect(body).toMatchObject({ id, status: 'active' });
    expect((await sync()).dueAt).toBe(world.clock.now());
    expect(wakeUps()).toBe(1);
    await pass();
    expect(await titles()).toEqual(['About new']);
  });

  it('202: again, and many at once, call for one pass', async () => {
    const { ask, wakeUps } = await aStandingCalendar();

    const answers = await Promise.all(Array.from({ length: 5 }, () => ask()));

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(wakeUps()).toBe(1);
  });

  it('202: repeats its answer to a request that comes again', async () => {
    const { ask, world, sync } = await aStandingCalendar();
    const headers = { 'idempotency-key': 'once' };
    const first = await ask({ headers });
    const { dueAt } = await sync();
    world.clock.advance(MINUTE_MS);

    expect((await ask({ headers })).body).toEqual(first.body);
    expect((await sync()).dueAt).toBe(dueAt);
  });

  it('401: for a guest', async () => {
    const { ask, world, owner } = await aStandingCalendar();
    const { key } = await world.aColleague(owner.workspaceId, 'guest');
    expect(expectRefusal(contract, await ask({ key }), 401)).toEqual(['unauthorized']);
  });

  it('404: the same answer for a connection of others and an unknown id', async () => {
    const { ask, world } = await aStandingCalendar();
    const { key } = await world.anOwner('Other');
    expect(expectRefusal(contract, await ask({ key }), 404)).toEqual(['not_found']);
    expect(expectRefusal(contract, await ask({}, 'cal_01kcw3v9e2f3hb5wnkq8zr6m4t'), 404)).toEqual(['not_found']);
  });

  it('409: while the member has to consent again, and once it is disconnected', async () => {
    const { ask, calendar, pass, wakeUps } = await aStandingCalendar();
    calendar.grant.isRevoked = true;
    await pass();

    expect(expectRefusal(contract, await ask(), 409)).toEqual(['conflict']);
    expect(wakeUps()).toBe(0);
  });

  it('429: past sixty a minute in one workspace, and waiting helps', async () => {
    const { ask, world } = await aStandingCalendar();
    for (let time = 0; time < 60; time += 1) expect((await ask()).status).toBe(202);

    const refused = await ask();

    expect(expectRefusal(contract, refused, 429)).toEqual(['rate_limited']);
    world.clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(202);
  });
});
