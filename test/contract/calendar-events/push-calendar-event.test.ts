import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { aPartner, aPush } from './a-partner.ts';

describe('POST /calendar_events', () => {
  it('201: a first push creates the event, its member and its meeting', async () => {
    const { push, listed } = await aPartner();

    const body = expectSuccess(contract, await push(aPush()), 201);

    expect(body).toMatchObject({
      object: 'calendar_event',
      starts_at: '2026-11-02T13:00:00.000Z',
      original_starts_at: '2026-11-02T13:00:00.000Z',
      source: 'calendar_sync',
      recurring: false,
      cancelled_at: null,
      metadata: {},
    });
    const [ada, ben] = body.attendees;
    expect(ada).toEqual({ name: 'Ada', email: 'ada@acme.test', member_id: body.member_id, response: 'accepted' });
    expect(ben).toEqual({ name: 'Ben', email: 'ben@other.test', member_id: null, response: 'needs_action' });
    expect(await listed()).toEqual([
      expect.objectContaining({ id: body.meeting_id, title: 'Planning', platform: 'meet', phase: 'upcoming' }),
    ]);
  });

  it('200: the same push again changes nothing and sends no webhook', async () => {
    const { push, world, owner } = await aPartner();
    await subscribe(world, owner.workspaceId);
    const first = await push(aPush());
    world.clock.advance(60_000);

    const again = expectSuccess(contract, await push(aPush()), 200);

    expect(again).toEqual(first.body);
    expect(webhookEventTypes(world)).toEqual(['meeting.created']);
  });

  it('201: an event at the very end of the calendar', async () => {
    const { push, meeting } = await aPartner();
    const lastMinute = { starts_at: '9999-12-31T23:59:00Z', ends_at: null };

    const body = expectSuccess(contract, await push(aPush(lastMinute)), 201);

    expect(await meeting(body.meeting_id)).toMatchObject({ starts_at: '9999-12-31T23:59:00.000Z', phase: 'upcoming' });
  });

  it('200: fields that a push leaves out are cleared', async () => {
    const { push, world, meeting } = await aPartner();
    await push(aPush());
    world.clock.advance(60_000);
    const { member_data, ical_uid, starts_at } = aPush();

    const body = expectSuccess(contract, await push({ member_data, ical_uid, starts_at }), 200);

    const emptied = { title: null, ends_at: null, meeting_url: null, organizer: null };
    expect(body).toMatchObject({ ...emptied, attendees: [], updated_at: '2026-11-02T12:01:00.000Z' });
    expect(await meeting(body.meeting_id)).toMatchObject({ ...emptied, platform: null, participants: [] });
  });

  it('200: metadata is kept when left out and merged when sent; an empty text removes its key', async () => {
    const { push } = await aPartner();
    await push(aPush({ metadata: { crm: 'a-1', tier: 3, vip: true } }));

    expect((await push(aPush())).body.metadata).toEqual({ crm: 'a-1', tier: '3', vip: 'true' });
    const merged = await push(aPush({ metadata: { crm: 'b-2', tier: '', new: 'yes' } }));
    expect(merged.body.metadata).toEqual({ crm: 'b-2', vip: 'true', new: 'yes' });
    expect((await push(aPush({ metadata: '' }))).body.metadata).toEqual({});
  });

  it('200: metadata of an event does not go to its meeting', async () => {
    const { push, meeting, label } = await aPartner();
    const { body } = await push(aPush({ metadata: { crm: 'a-1' } }));
    await label(body.meeting_id, { crm: 'ours' });

    await push(aPush({ metadata: { crm: 'b-2' } }));

    const shown = await meeting(body.meeting_id);
    expect(shown.metadata).toEqual({ crm: 'ours' });
    expect(shown.calendar_event.metadata).toEqual({ crm: 'b-2' });
  });

  it('200: fifty keys with any names come back as they were sent', async () => {
    const { push, meeting } = await aPartner();
    const names = ['__proto__', 'constructor', 'toString', 'camelCase', 'object', ...Array(45).keys()].map(String);
    const metadata = Object.fromEntries(names.map((name) => [name, `${name}!`]));

    const body = expectSuccess(contract, await push(aPush({ metadata })), 201);

    expect(Object.entries(body.metadata).sort()).toEqual(Object.entries(metadata).sort());
    const again = expectSuccess(contract, await push(aPush({ metadata })), 200);
    expect(Object.keys(again.metadata)).toHaveLength(50);
    expect(Object.keys((await meeting(body.meeting_id)).calendar_event.metadata)).toContain('__proto__');
  });

  it('201: a form, its fields in brackets', async () => {
    const { call, owner } = await aPartner();
    const raw = new URLSearchParams([
      ['workspace_id', owner.workspaceNumber.toString()],
      ['member_data[email]', 'ada@acme.test'],
      ['ical_uid', '1234'],
      ['recurring', 'true'],
      ['original_starts_at', '2026-11-02T13:00:00Z'],
      ['starts_at', '2026-11-02T13:00:00Z'],
      ['attendees[0][email]', 'ben@other.test'],
      ['attendees[0][response]', 'tentative'],
      ['metadata[crm]', '0012'],
    ]).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const answered = await call('POST', '/calendar_events', { key: owner.key, raw, headers });

    const body = expectSuccess(contract, answered, 201);
    expect(body).toMatchObject({ ical_uid: '1234', recurring: true, metadata: { crm: '0012' } });
    expect(body.attendees).toMatchObject([{ email: 'ben@other.test', response: 'tentative' }]);
  });

  it('201: camelCase fields, but keys of metadata as they are', async () => {
    const { call, owner } = await aPartner();
    const sent = {
      workspaceId: owner.workspaceId,
      memberData: { email: 'ada@acme.test', metadata: { crmId: 'a' } },
      icalUid: 'abc@calendar.test',
      startsAt: '2026-11-02T13:00:00Z',
      endsAt: '2026-11-02T14:00:00Z',
      meetingUrl: 'https://meet.google.com/abc-good-def',
      metadata: { crmId: 'b' },
    };

    const body = expectSuccess(contract, await call('POST', '/calendar_events', { key: owner.key, body: sent }), 201);

    expect(body).toMatchObject({ ends_at: '2026-11-02T14:00:00.000Z', metadata: { crmId: 'b' } });
  });
});
