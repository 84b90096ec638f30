import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aPartner, aPush } from './a-partner.ts';

const guests = (many: number) => Array.from({ length: many }, (_, at) => ({ email: `guest-${at}@other.test` }));
const UNKNOWN_MEMBER = 'mem_01jbz000000000000000000000';

describe('POST /calendar_events refuses', () => {
  it('400: all missing fields at once, and no other faults', async () => {
    const { push } = await aPartner();

    const all = expectError(contract, await push({ title: 'x'.repeat(501) }), 400);
    expect([...all].sort()).toEqual(['missing ical_uid', 'missing member_id', 'missing starts_at']);
    const start = await push(aPush({ starts_at: undefined, ends_at: undefined, title: 7 }));
    expect(expectError(contract, start, 400)).toEqual(['missing starts_at']);
    const recurring = await push(aPush({ recurring: true, member_data: undefined }));
    expect([...expectError(contract, recurring, 400)].sort()).toEqual([
      'missing member_id',
      'missing original_starts_at',
    ]);
  });

  it('400: no workspace, a blank one, no body, no JSON', async () => {
    const { push, call, owner } = await aPartner();

    for (const workspace_id of [undefined, '', ' ', null])
      expect(expectError(contract, await push(aPush({ workspace_id })), 400)).toEqual(['bad_request workspace_id']);
    const send = (raw: string) => call('POST', '/calendar_events', { key: owner.key, raw });
    expect(expectError(contract, await send(''), 400)).toEqual(['bad_request']);
    expect(expectError(contract, await send('{"a":'), 400)).toEqual(['invalid_json']);
    expect(expectError(contract, await send('[object Object]'), 400)).toEqual(['invalid_json']);
  });

  it.each([
    ['member_id beside member_data', { member_id: UNKNOWN_MEMBER }, 'invalid member_data'],
    ['an unknown member', { member_data: undefined, member_id: UNKNOWN_MEMBER }, 'invalid member_id'],
    ['a member id of another kind', { member_data: undefined, member_id: 'mtg_1' }, 'invalid member_id'],
    ['member_data without an email', { member_data: { name: 'Ada' } }, 'missing member_data.email'],
    ['member_data whose email is none', { member_data: { email: 'ada' } }, 'invalid_format member_data.email'],
    [
      'a member called like a link',
      { member_data: { name: 'https://ada.test', email: 'ada@acme.test' } },
      'invalid_format member_data.name',
    ],
    [
      'a member with a long name',
      { member_data: { name: 'x'.repeat(101), email: 'ada@acme.test' } },
      'too_long member_data.name',
    ],
    ['member_data that is text', { member_data: 'Ada' }, 'invalid_type member_data'],
    ['a blank uid', { ical_uid: ' ' }, 'blank ical_uid'],
    ['a uid that is a number', { ical_uid: 7 }, 'invalid_type ical_uid'],
    ['a start without an offset', { starts_at: '2026-11-02T14:00:00' }, 'invalid_format starts_at'],
    ['a start that is a number', { starts_at: 1_793_624_400 }, 'invalid_type starts_at'],
    ['an end before the start', { ends_at: '2026-11-02T13:59:59+01:00' }, 'invalid ends_at'],
    ['more than 31 days', { ends_at: '2026-12-03T14:00:01+01:00' }, 'invalid ends_at'],
    ['201 attendees', { attendees: guests(201) }, 'too_long attendees'],
    [
      'an unknown response',
      { attendees: [{ email: 'b@x.test', response: 'maybe' }] },
      'inclusion attendees.0.response',
    ],
    ['an attendee whose email is none', { attendees: [{ email: 'b' }] }, 'invalid_format attendees.0.email'],
    ['an unknown nested field', { attendees: [{ mail: 'b@x.test' }] }, 'unknown_field attendees.0.mail'],
    ['a long title', { title: 'x'.repeat(501) }, 'too_long title'],
    ['a link that is none', { meeting_url: 'meet me' }, 'invalid_format meeting_url'],
    ['a link of another kind', { meeting_url: 'ftp://meet.test/a' }, 'invalid_format meeting_url'],
    ['a script', { meeting_url: 'javascript:alert(1)' }, 'invalid_format meeting_url'],
    ['recurring that is text', { recurring: 'perhaps' }, 'invalid_type recurring'],
    ['an unknown field', { location: 'Room 1' }, 'unknown_field location'],
    ['nested metadata', { metadata: { crm: { id: 1 } } }, 'invalid_type metadata.crm'],
    ['a null in metadata', { metadata: { crm: null } }, 'invalid_type metadata.crm'],
    [
      '51 keys',
      { metadata: Object.fromEntries([...Array(51).keys()].map((at) => [`k${at}`, 1])) },
      'too_long metadata',
    ],
    ['brackets in a key', { metadata: { 'a[b]': 1 } }, 'invalid metadata.a[b]'],
    ['a long value', { metadata: { crm: 'x'.repeat(501) } }, 'too_long metadata.crm'],
  ])('422: %s', async (_what, change, fault) => {
    const { push, listed } = await aPartner();

    expect(expectError(contract, await push(aPush(change)), 422)).toEqual([fault]);
    expect(await listed()).toEqual([]);
  });

  it('accepts values at the very limits', async () => {
    const { push } = await aPartner();
    const attendees = guests(200);

    const { status } = await push(aPush({ attendees, ends_at: '2026-12-03T14:00:00+01:00', title: 'x'.repeat(500) }));

    expect(status).toBe(201);
  });
});
