import { describe, expect, it } from '@jest/globals';
import { pushCalendarEventContract as contract } from '#shared/api/contracts/calendar-events';
import { expectAnswer } from '#test/support/answers';
import { aPartner, aPush } from './a-partner.ts';

describe('POST /calendar_events: whose calendar it is', () => {
  it('201: a member named by id', async () => {
    const { push, aMember, members } = await aPartner();
    const member_id = await aMember('Ada');

    const body = expectAnswer(contract, await push(aPush({ member_data: undefined, member_id })), 201);

    expect(body).toMatchObject({ member_id, organizer: { member_id } });
    expect(await members()).toHaveLength(1);
  });

  it('201: a member found by email, in whatever case, is left as they are', async () => {
    const { push, aMember, members } = await aPartner();
    const id = await aMember('Ada');

    const member_data = { name: 'Countess', email: ' ADA@Acme.test ', metadata: { seat: '7' } };
    const body = expectAnswer(contract, await push(aPush({ member_data })), 201);

    expect(body.member_id).toBe(id);
    expect(await members()).toMatchObject([{ id, name: 'Ada', metadata: {} }]);
  });

  it('201: a member nobody knew is made with what was sent', async () => {
    const { push, members } = await aPartner();

    const member_data = { name: 'Ada', email: 'Ada@acme.test', metadata: { seat: 7 } };
    const { member_id } = expectAnswer(contract, await push(aPush({ member_data })), 201);

    expect(await members()).toMatchObject([
      { id: member_id, name: 'Ada', email: 'ada@acme.test', metadata: { seat: '7' } },
    ]);
  });

  it('201: attendees and organizer that are members say so', async () => {
    const { push, aMember, meeting } = await aPartner();
    const ben = await aMember('Ben');

    const body = expectAnswer(
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

  it('201: nobody is made where the push is refused', async () => {
    const { push, members } = await aPartner();

    await push(aPush({ recurring: true }));
    await push(aPush({ ends_at: '2026-11-01T00:00:00Z' }));

    expect(await members()).toEqual([]);
  });
});
