import { getCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
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

    expect(expectSuccess(contract, await read(pushed.id), 200)).toEqual(pushed);
  });

  it('200: a cancelled event', async () => {
    const { read, push, pushed } = await anEvent();
    await push(aPush({ cancelled: true }));

    const body = expectSuccess(contract, await read(pushed.id), 200);

    expect(body).toMatchObject({ id: pushed.id, title: 'Planning', cancelled_at: expect.any(String) });
  });
});
