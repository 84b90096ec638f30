import type { Instant } from '#shared/foundation/core/time';
import {
  beginsWith,
  countedPerson,
  createPerson,
  numbersOf,
  type RecordedAttendance,
} from '#shared/meetings/people/rules/person';
import { tallyOf } from '#shared/meetings/people/rules/tally';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';

/** An hour from noon. */
const anAttendance = (given: Partial<RecordedAttendance> = {}): RecordedAttendance => ({
  meetingId: anId('mtg'),
  name: null,
  at: noon,
  pastFrom: minutes(60),
  attends: true,
  ...given,
});

const fromAll = (attendances: readonly RecordedAttendance[], now: Instant) => {
  const { numbers, named } = tallyOf(attendances, now);
  return { numbers, invitedName: named?.name ?? null, memberId: null };
};

const aPerson = () =>
  createPerson(anId('per'), noon, { workspaceId: anId('wks'), email: 'grace@navy.test', companyId: null });

describe('the numbers of a person', () => {
  it('count a meeting from its end on, at its start', () => {
    const attendances = [anAttendance()];

    expect(numbersOf(attendances, minutes(59))).toEqual({
      ...{ meetingsCount: 0, firstMetAt: null, lastMetAt: null },
      ...{ nextMeetingAt: noon, changesAt: minutes(60) },
    });
    expect(numbersOf(attendances, minutes(60))).toEqual({
      ...{ meetingsCount: 1, firstMetAt: noon, lastMetAt: noon },
      ...{ nextMeetingAt: null, changesAt: null },
    });
  });

  it('count no meeting that is live, whose end is not known', () => {
    const live = anAttendance({ pastFrom: null });

    expect(numbersOf([live], minutes(600))).toMatchObject({ meetingsCount: 0, nextMeetingAt: noon, changesAt: null });
  });

  it('count no meeting that they do not attend', () => {
    expect(numbersOf([anAttendance({ attends: false })], minutes(600))).toMatchObject({ meetingsCount: 0 });
  });

  it('have the meeting that ends first as the next one', () => {
    const long = anAttendance({ at: minutes(-600), pastFrom: minutes(6000) });
    const short = anAttendance({ at: minutes(10), pastFrom: minutes(20) });

    expect(numbersOf([long, short], noon)).toMatchObject({ nextMeetingAt: minutes(10), changesAt: minutes(20) });
  });
});

describe('a person that is counted', () => {
  it('has the name on the latest meeting that has one', () => {
    const attendances = [
      anAttendance({ name: 'Grace', at: minutes(-60) }),
      anAttendance({ name: 'G. Hopper' }),
      anAttendance({ at: minutes(60) }),
    ];

    expect(countedPerson(aPerson(), fromAll(attendances, minutes(5)), minutes(5)).invitedName).toBe('G. Hopper');
  });

  it('moves `updatedAt` only where something that is shown differs', () => {
    const [first] = [countedPerson(aPerson(), fromAll([anAttendance()], minutes(1)), minutes(1))];

    const again = countedPerson(first, fromAll([anAttendance()], minutes(2)), minutes(2));
    const met = countedPerson(first, fromAll([anAttendance()], minutes(60)), minutes(60));

    expect([first.updatedAt, again.updatedAt, met.updatedAt]).toEqual([minutes(1), minutes(1), minutes(60)]);
  });
});

describe('a search', () => {
  it.each([
    ['ada', true],
    ['LOVE', true],
    ['ada  love', true],
    ['ada@', true],
    ['', true],
    ['da', false],
    ['acme', false],
  ])('for %s finds Ada Lovelace: %s', (text, found) => {
    expect(beginsWith({ name: 'Ada Lovelace', email: 'ada@acme.test' }, text)).toBe(found);
  });
});
