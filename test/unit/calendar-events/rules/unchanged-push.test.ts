import type { MemberId } from '#shared/foundation/core/ids';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { isUnchangedBy } from '#shared/meetings/calendar-events/rules/unchanged-push';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anAttendee, anEvent } from '#test/unit/meetings/rules/a-meeting';

const ADA = 'mem_ada' as MemberId;
const BOB = 'mem_bob' as MemberId;
const CONNECTION = 'cal_1' as NonNullable<CalendarEvent['calendarId']>;

/** Ada's event as a sync read it, with Bob as a guest. */
const synced = (given: Partial<CalendarEvent> = {}): CalendarEvent =>
  anEvent('ada', {
    ...{ memberId: ADA, source: 'calendar_connection', calendarId: CONNECTION },
    ...{ account: 'google:ada@gmail.test', sourceId: 'source' },
    attendees: [anAttendee('bob@acme.test', { memberId: BOB })],
    ...given,
  });

/** The same occurrence, read once more. */
const again = (content: Partial<SentPush['content']> = {}, given: Partial<SentPush> = {}): SentPush => {
  const { icalUid, originalStartsAt, title, startsAt, endsAt, meetingUrl, organizer } = synced();
  const { memberId: _, ...bob } = anAttendee('bob@acme.test');
  return {
    ...{ member: { id: ADA }, icalUid, recurring: false, originalStartsAt, cancelled: false, metadata: undefined },
    ...{ calendarId: CONNECTION, source: { account: 'google:ada@gmail.test', id: 'source', seriesId: null } },
    content: { title, startsAt, endsAt, meetingUrl, organizer, attendees: [bob], ...content },
    ...given,
  };
};

const member = { id: ADA, workspaceId: synced().workspaceId, choices: [] };
const isUnchanged = (event: CalendarEvent, sent: SentPush, bobIs: MemberId | null = BOB): boolean =>
  isUnchangedBy(event, sent, member, new Map(bobIs ? [['bob@acme.test', bobIs]] : []));

describe('an occurrence that was read again', () => {
  it('as it was imported changes nothing', () => {
    expect(isUnchanged(synced(), again())).toBe(true);
  });

  it('as it was, of a series, changes nothing', () => {
    expect(isUnchanged(synced({ recurring: true }), again({}, { recurring: true }))).toBe(true);
  });

  it.each<[string, SentPush]>([
    ['another title', again({ title: 'Renamed' })],
    ['another start', again({ startsAt: minutes(5) })],
    ['another end', again({ endsAt: minutes(90) })],
    ['no link', again({ meetingUrl: null })],
    ['another guest', again({ attendees: [{ name: null, email: 'eve@acme.test', response: 'accepted' }] })],
    ['another response', again({ attendees: [{ name: null, email: 'bob@acme.test', response: 'declined' }] })],
    [
      'another id at the provider',
      again({}, { source: { account: 'google:ada@gmail.test', id: 'b', seriesId: null } }),
    ],
    ['another account', again({}, { source: { account: 'google:ada@work.test', id: 'source', seriesId: null } })],
    ['another connection', again({}, { calendarId: 'cal_2' as typeof CONNECTION })],
    ['another uid', again({}, { icalUid: 'other@acme.test' })],
    ['a series around it', again({}, { recurring: true })],
  ])('with %s is imported', (_name, sent) => {
    expect(isUnchanged(synced(), sent)).toBe(false);
  });

  it.each<[string, CalendarEvent]>([
    ['was cancelled meanwhile', synced({ cancelledAt: noon })],
    ['belongs to another member', synced({ memberId: BOB })],
    ['belongs to another workspace', synced({ workspaceId: 'wks_2' as CalendarEvent['workspaceId'] })],
    ['was pushed by a partner', synced({ source: 'calendar_sync' })],
  ])('is imported where its event %s', (_name, event) => {
    expect(isUnchanged(event, again())).toBe(false);
  });

  it('is imported where another occurrence of its series has that id', () => {
    const event = synced({ recurring: true, originalStartsAt: minutes(-60) });

    expect(isUnchanged(event, again({}, { recurring: true }))).toBe(false);
  });

  it('is imported where a guest became a member, or is none any more', () => {
    const stranger = synced({ attendees: [anAttendee('bob@acme.test')] });

    expect(isUnchanged(stranger, again())).toBe(false);
    expect(isUnchanged(synced(), again(), null)).toBe(false);
  });
});
