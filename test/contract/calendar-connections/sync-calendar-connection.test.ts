import { calendarConnections } from '#functions/api/calendar-connections/index';
import { syncCalendarConnectionContract as contract } from '#shared/calendars/connections/contract';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { anOccurrence } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes } from '#test/support/subscriptions';
import { aSyncedCalendar } from '../../workers/calendar-sync/a-synced-calendar.ts';

async function aStandingCalendar() {
  const story = await aSyncedCalendar();
  const { world, owner, id, betweenPolls } = story;
  await betweenPolls();
  const call = callsTo(calendarConnections(world.context));
  return {
    ...story,
    ask: (given: Parameters<typeof call>[2] = {}, of: string = id) =>
      call('POST', `/calendar_connections/${of}/sync`, { key: owner.key, ...given }),
    wakeUps: () => outboxTypes(world).filter((type) => type === 'calendar.due').length,
  };
}

describe('POST /calendar_connections/{id}/sync', () => {
  it('202: answers the connection as it is, and a sync run follows at once', async () => {
    const { ask, sync, world, wakeUps, id, calendar, runSync, titles } = await aStandingCalendar();
    calendar.put(anOccurrence('new'));

    const body = expectSuccess(contract, await ask(), 202);

    expect(body).toMatchObject({ id, status: 'active' });
    expect((await sync()).dueAt).toBe(world.clock.now());
    expect(wakeUps()).toBe(1);
    await runSync();
    expect(await titles()).toEqual(['About new']);
  });

  it('202: again, and many at once, start one sync run', async () => {
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

  it('409: while the member has to consent again, and once it is disconnected', async () => {
    const { ask, calendar, runSync, wakeUps } = await aStandingCalendar();
    calendar.grant.isRevoked = true;
    await runSync();

    expect(expectError(contract, await ask(), 409)).toEqual(['conflict']);
    expect(wakeUps()).toBe(0);
  });

  it('429: past sixty a minute in one workspace, and waiting helps', async () => {
    const { ask, world } = await aStandingCalendar();
    for (let time = 0; time < 60; time += 1) expect((await ask()).status).toBe(202);

    const refused = await ask();

    expect(expectError(contract, refused, 429)).toEqual(['rate_limited']);
    world.clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(202);
  });
});
