import type { ProviderOccurrence } from '#shared/calendars/sync/rules/provider-event';
import { type TakenOccurrence, type TakingFacts, takeOccurrence } from '#shared/calendars/sync/rules/take-occurrence';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { anAttendee, anOccurrence, facts, hours } from './an-occurrence.ts';

function taken(occurrence: ProviderOccurrence, given: TakingFacts = facts()): TakenOccurrence {
  const taking = takeOccurrence(occurrence, given);
  if ('leftOut' in taking) throw new Error(`left out: ${taking.leftOut}`);
  return taking.taken;
}
const contentOf = (given: Partial<ProviderOccurrence>) => taken(anOccurrence(given)).content;
const leftOut = (given: Partial<ProviderOccurrence>, known = facts()) => takeOccurrence(anOccurrence(given), known);

describe('a sync takes of an occurrence', () => {
  it('the whole event, the member under the address that the workspace knows', () => {
    expect(taken(anOccurrence())).toEqual({
      icalUid: 'weekly@google.com',
      recurring: false,
      originalStartsAt: hours(24),
      content: {
        title: 'Weekly',
        startsAt: hours(24),
        endsAt: hours(25),
        meetingUrl: 'https://meet.google.com/abc-defg-hij',
        organizer: { name: 'Grace Hopper', email: 'grace@acme.com' },
        attendees: [
          { name: null, email: 'ada@acme.com', response: 'needs_action' },
          { name: 'Grace Hopper', email: 'grace@acme.com', response: 'needs_action' },
        ],
      },
    });
  });

  it('the place in its series, wherever it was moved', () => {
    const moved = anOccurrence({
      recurring: true,
      originalStartsAt: hours(20),
      startsAt: hours(30),
      endsAt: hours(31),
    });
    const known = { icalUid: moved.icalUid, originalStartsAt: hours(10) };
    expect(taken(moved, facts({ known })).originalStartsAt).toBe(hours(20));
  });

  it('the first start of a single event, however often it moves', () => {
    const known = { icalUid: 'weekly@google.com', originalStartsAt: hours(10) };
    expect(taken(anOccurrence(), facts({ known })).originalStartsAt).toBe(hours(10));
    const renamed = { icalUid: 'other@google.com', originalStartsAt: hours(10) };
    expect(taken(anOccurrence(), facts({ known: renamed })).originalStartsAt).toBe(hours(24));
  });

  it('a title cut at 500 characters, with spaces for line breaks and null for nothing', () => {
    expect(contentOf({ title: '😀'.repeat(501) }).title).toBe('😀'.repeat(500));
    expect(contentOf({ title: ' Beta\r\n\u0000launch\t' }).title).toBe('Beta launch');
    expect(contentOf({ title: 'half \ud800' }).title).toBe('half \ufffd');
    expect(contentOf({ title: ' \u200b ' }).title).toBeNull();
    expect(contentOf({ title: null }).title).toBeNull();
  });

  it('no end that lies before its start', () => {
    expect(contentOf({ endsAt: hours(23) }).endsAt).toBeNull();
    expect(contentOf({ endsAt: null }).endsAt).toBeNull();
    expect(contentOf({ endsAt: hours(24) }).endsAt).toBe(hours(24));
  });
});

describe('a sync leaves out', () => {
  it.each([
    ['what has days instead of hours', { isAllDay: true }, 'all_day'],
    ['what is longer than an event may be', { endsAt: later(hours(24), 31 * DAY_MS + 1) }, 'too_long'],
    ['what is over before the window', { startsAt: hours(-50), endsAt: hours(-49) }, 'outside'],
    ['what begins behind the window', { startsAt: hours(28 * 24), endsAt: null }, 'outside'],
    ['what has no name', { icalUid: ' ' }, 'nameless'],
    ['what has a name too long to keep', { icalUid: 'x'.repeat(1_025) }, 'nameless'],
    ['what has half a character in its name', { icalUid: '\ud800' }, 'nameless'],
  ])('%s', (_what, given, reason) => expect(leftOut(given)).toEqual({ leftOut: reason }));

  it('nothing that it knows only because it moved out of the window', () => {
    const known = { icalUid: 'weekly@google.com', originalStartsAt: hours(24) };
    expect(leftOut({ startsAt: hours(30 * 24), endsAt: null }, facts({ known }))).toHaveProperty('taken');
    expect(leftOut({ isAllDay: true }, facts({ known }))).toEqual({ leftOut: 'all_day' });
  });

  it('nothing of exactly 31 days', () => {
    expect(leftOut({ endsAt: later(hours(24), 31 * DAY_MS) })).toHaveProperty('taken');
  });
});

describe('of a private event a sync takes', () => {
  it('when it is, and whose, but not what and with whom', () => {
    const secret = {
      title: 'Job interview',
      location: 'https://zoom.us/j/1234567890',
      description: 'https://zoom.us/j/9876543210',
    };
    expect(contentOf({ isPrivate: true, ...secret })).toEqual({
      title: null,
      startsAt: hours(24),
      endsAt: hours(25),
      meetingUrl: null,
      organizer: null,
      attendees: [{ name: null, email: 'ada@acme.com', response: 'needs_action' }],
    });
  });

  it('that the member called it themselves', () => {
    const organizer = { name: 'Ada', email: 'ada@gmail.test' };
    expect(contentOf({ isPrivate: true, organizer, attendees: [] })).toMatchObject({
      organizer: { name: 'Ada', email: 'ada@acme.com' },
      attendees: [],
    });
  });
});

describe('people of an occurrence', () => {
  const emailsOf = (given: Partial<ProviderOccurrence>) => contentOf(given).attendees.map(({ email }) => email);

  it('are the member where the provider says so, whatever the address', () => {
    const attendees = [anAttendee({ email: 'lovelace@alias.test', isSelf: true, response: 'declined' })];
    expect(contentOf({ attendees }).attendees).toEqual([{ name: null, email: 'ada@acme.com', response: 'declined' }]);
  });

  it('are the member in capitals too', () => {
    expect(emailsOf({ attendees: [anAttendee({ email: ' Ada@Gmail.test ' })] })).toEqual(['ada@acme.com']);
  });

  it('have the answer of the calendar itself where the member is invited by two addresses', () => {
    const byName = anAttendee({ email: 'ada@acme.com', response: 'accepted' });
    const byAccount = anAttendee({ email: 'ada@gmail.test', response: 'declined' });
    expect(contentOf({ attendees: [byName, byAccount] }).attendees).toEqual([
      { name: null, email: 'ada@acme.com', response: 'declined' },
    ]);
  });

  it('include the member with their answer where a group was invited', () => {
    const attendees = [anAttendee({ name: 'All hands', email: 'all@acme.com' })];
    expect(contentOf({ attendees, ownResponse: 'declined' }).attendees).toContainEqual({
      name: null,
      email: 'ada@acme.com',
      response: 'declined',
    });
  });

  it('have the member’s own answer, which the list may not have', () => {
    const attendees = [anAttendee({ email: 'ada@gmail.test', response: 'needs_action' })];

    expect(contentOf({ attendees, ownResponse: 'declined' }).attendees).toEqual([
      { name: null, email: 'ada@acme.com', response: 'declined' },
    ]);
  });

  it('do not include the member twice, nor beside what they organize', () => {
    expect(emailsOf({ ownResponse: 'accepted' })).toEqual(['ada@acme.com', 'grace@acme.com']);
    const organizer = { name: null, email: 'ada@gmail.test' };
    expect(emailsOf({ organizer, attendees: [anAttendee()], ownResponse: 'accepted' })).toEqual([
      'linus@partner.example',
    ]);
  });

  it('exclude rooms, calendars, and persons without name and address', () => {
    const attendees = [
      anAttendee({ isResource: true }),
      anAttendee({ email: 'c_1@resource.calendar.google.com' }),
      anAttendee({ name: 'Team', email: 'c_2@group.calendar.google.com' }),
      anAttendee({ name: ' ', email: '' }),
      anAttendee({ name: 'Grace', email: '/o=ExchangeLabs/ou=x/cn=grace' }),
    ];
    expect(contentOf({ attendees }).attendees).toEqual([{ name: 'Grace', email: null, response: 'needs_action' }]);
    expect(
      contentOf({ organizer: { name: null, email: 'unknownorganizer@calendar.google.com' } }).organizer,
    ).toBeNull();
    expect(contentOf({ organizer: { name: null, email: null } }).organizer).toBeNull();
    expect(contentOf({ organizer: null }).organizer).toBeNull();
  });

  it('have names of at most 100 characters, and none that only repeats the address', () => {
    const attendees = [
      anAttendee({ name: 'x'.repeat(101), email: 'x@x.test' }),
      anAttendee({ name: 'Linus@Partner.example' }),
      anAttendee({ name: 'A\nB', email: 'ab@x.test' }),
    ];
    expect(contentOf({ attendees }).attendees.map(({ name }) => name)).toEqual(['x'.repeat(100), null, 'A B']);
  });

  it('are listed once each', () => {
    expect(emailsOf({ attendees: [anAttendee(), anAttendee({ email: 'LINUS@partner.example' })] })).toHaveLength(1);
  });

  it('are at most 200: the member, the organizer, members, and the first of the rest, in order', () => {
    const guests = Array.from({ length: 300 }, (_, at) => anAttendee({ email: `guest${at}@x.test` }));
    const late = ['member@acme.com', 'grace@acme.com', 'ada@gmail.test'].map((email) => anAttendee({ email }));
    const isMember = (email: string) => email === 'member@acme.com';
    const all = anOccurrence({ attendees: [...guests, ...late] });
    const emails = taken(all, facts({ isMember })).content.attendees.map(({ email }) => email);
    expect(emails).toHaveLength(200);
    expect(emails[196]).toBe('guest196@x.test');
    expect(emails.slice(197)).toEqual(['member@acme.com', 'grace@acme.com', 'ada@acme.com']);
  });
});
