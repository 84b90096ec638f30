import { describe, expect, it } from '@jest/globals';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { getCalendarEventContract as contract } from '#shared/calendar-events/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aPartner, aPush } from './a-partner.ts';

async function anEvent() {
  const partner = await aPartner();
  const { body: pushed } = await partner.push(aPush({ metadata: { crm: 'x' } }));
  const read = (id: string, key = partner.owner.key) => partner.call('GET', `/calendar_events/${id}`, { key });
  return { ...partner, pushed, read };
}

describe('GET /calendar_events/{id}', () => {
  it('200: returns the event as it was pushed', async () => {
    const { read, pushed } = await anEvent();

    expect(expectAnswer(contract, await read(pushed.id), 200)).toEqual(pushed);
  });

  it('200: a cancelled event', async () => {
    const { read, push, pushed } = await anEvent();
    await push(aPush({ cancelled: true }));

    const body = expectAnswer(contract, await read(pushed.id), 200);

    expect(body).toMatchObject({ id: pushed.id, title: 'Planning', cancelled_at: expect.any(String) });
  });

  it('200: every role, guests included', async () => {
    const { read, pushed, world, owner } = await anEvent();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    expect(expectAnswer(contract, await read(pushed.id, guest.key), 200)).toEqual(pushed);
  });

  it('200: costs two round trips', async () => {
    const { world, pushed, owner } = await anEvent();
    const call = countedCallsTo(world, calendarEvents);

    expect((await call('GET', `/calendar_events/${pushed.id}`, { key: owner.key })).tally.trips).toBe(2);
  });

  it('401: no key', async () => {
    const { call, pushed } = await anEvent();

    expect(expectRefusal(contract, await call('GET', `/calendar_events/${pushed.id}`), 401)).toEqual([
      'missing_api_key',
    ]);
  });

  it('404: an unknown id, one of another workspace, a malformed id', async () => {
    const { read, pushed, world } = await anEvent();
    const stranger = await world.anOwner('Other');

    const foreign = await read(pushed.id, stranger.key);
    const unknown = await read(world.context.ids.make('cev'));
    const formless = await read('planning');

    for (const answered of [foreign, unknown, formless])
      expect(expectRefusal(contract, answered, 404)).toEqual(['not_found']);
    expect(foreign.body).toEqual(unknown.body);
  });
});
