import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { MOST_CALENDAR_EVENTS } from '#shared/meetings/meetings/rules/apply-calendar-event';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { aPartner, aPush } from './a-partner.ts';

/** One event in the calendars of so many members, pushed by each of them. */
async function anAllHands(size: number) {
  const partner = await aPartner();
  const ofMember = (nth: number) =>
    aPush({ member_data: { email: `person-${nth}@acme.test` }, starts_at: '2026-11-09T14:00:00Z', ends_at: null });
  for (let nth = 0; nth < size; nth += 1) {
    if (nth % 100 === 0) partner.world.clock.advance(3_600_000);
    await partner.push(ofMember(nth));
  }
  return { ...partner, ofMember };
}

describe('POST /calendar_events: an event of several members', () => {
  let partner: Awaited<ReturnType<typeof anAllHands>>;
  beforeAll(async () => {
    partner = await anAllHands(MOST_CALENDAR_EVENTS);
  });

  it('200: repeated pushes, in any order of the members', async () => {
    const { push, ofMember } = partner;

    for (const nth of [0, 150, MOST_CALENDAR_EVENTS - 1]) {
      const body = expectSuccess(contract, await push({ ...ofMember(nth), title: 'All hands' }), 200);
      expect(body.title).toBe('All hands');
    }
  });

  it('409: for one member more than a meeting takes', async () => {
    const { push, ofMember, listed } = partner;

    const refused = await push(ofMember(MOST_CALENDAR_EVENTS));

    expect(expectError(contract, refused, 409)).toEqual(['conflict']);
    expect(await listed()).toHaveLength(1);
  });

  it('400: without original_starts_at, once it became a series', async () => {
    const { push, ofMember } = partner;
    const later = { recurring: true, original_starts_at: '2026-11-16T14:00:00Z', starts_at: '2026-11-16T14:00:00Z' };
    expectSuccess(contract, await push({ ...ofMember(0), ...later }), 201);

    expect(expectError(contract, await push(ofMember(0)), 400)).toEqual(['missing original_starts_at']);
  });
});

describe('POST /calendar_events: the member', () => {
  it('201: a member named by id', async () => {
    const { push, aMember, members } = await aPartner();
    const member_id = await aMember('Ada');

    const body = expectSuccess(contract, await push(aPush({ member_data: undefined, member_id })), 201);

    expect(body).toMatchObject({ member_id, organizer: { member_id } });
    expect(await members()).toHaveLength(1);
  });

  it('201: a member found by email, in any case, is not changed', async () => {
    const { push, aMember, members } = await aPartner();
    const id = await aMember('Ada');

    const member_data = { name: 'Countess', email: ' ADA@Acme.test ', metadata: { seat: '7' } };
    const body = expectSuccess(contract, await push(aPush({ member_data })), 201);

    expect(body.member_id).toBe(id);
    expect(await members()).toMatchObject([{ id, name: 'Ada', metadata: {} }]);
  });

  it('201: an unknown member is created with what was sent', async () => {
    const { push, members } = await aPartner();

    const member_data = { name: 'Ada', email: 'Ada@acme.test', metadata: { seat: 7 } };
    const { member_id } = expectSuccess(contract, await push(aPush({ member_data })), 201);

    expect(await members()).toMatchObject([
      { id: member_id, name: 'Ada', email: 'ada@acme.test', metadata: { seat: '7' } },
    ]);
  });

  it('201: attendees and organizer who are members have a member_id', async () => {
    const { push, aMember, meeting } = await aPartner();
    const ben = await aMember('Ben');

    const body = expectSuccess(
      contract,
      await push(
        aPush({ organizer: { email: 'BEN@acme.test' }, attendees: [{ name: 'Ben', email: 'Ben@Acme.test' }] }),
      ),
      201,
    );

    expect(body.organizer).toEqual({ name: null, email: 'ben@acme.test', member_id: ben });
    const { participants } = await meeting(body.meeting_id);
    expect(participants).toEqual([{ name: 'Ben', email: 'ben@acme.test', member_id: ben }]);
  });

  it('a refused push creates no member', async () => {
    const { push, members } = await aPartner();

    await push(aPush({ recurring: true }));
    await push(aPush({ ends_at: '2026-11-01T00:00:00Z' }));

    expect(await members()).toEqual([]);
  });
});
