import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { asFile, RECURRENCE_CASES } from '#test/feeds/recurrence-cases';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';

const window = windowAt(Date.parse('2026-11-28T20:00:00Z') as Instant);

const read = (text: string) => readFeed(text, window).flatMap((event) => (event.kind === 'occurrence' ? [event] : []));

const startsIn = (text: string): readonly string[] => read(text).map(({ startsAt }) => isoOf(startsAt).slice(8, 16));

describe('a series', () => {
  it.each(RECURRENCE_CASES)('with $name', (one) => {
    expect(startsIn(asFile(one))).toEqual(one.starts);
  });

  it('with a rule that says nothing is its start', () => {
    expect(startsIn(aCalendar(anIcalEvent('one', 'DTSTART:20261201T100000Z', 'RRULE:;')))).toEqual(['01T10:00']);
  });

  it('is without what an EXRULE excludes', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2'];

    expect(startsIn(aCalendar(anIcalEvent('one', 'DTSTART:20261201T100000Z', ...lines)))).toEqual([
      '02T10:00',
      '04T10:00',
    ]);
  });

  it('lasts as long as its periods say, and otherwise as long as the event', () => {
    const lines = ['DURATION:PT1H', 'RDATE;VALUE=PERIOD:20261202T180000Z/PT2H'];

    const minutes = read(aCalendar(anIcalEvent('one', 'DTSTART:20261201T100000Z', ...lines))).map(
      ({ startsAt, endsAt }) => ((endsAt ?? startsAt) - startsAt) / 60_000,
    );

    expect(minutes).toEqual([60, 120]);
  });

  it('has the title and the length of a change of this and all after, known by its original starts', () => {
    const change = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T100000Z', 'DTSTART:20261202T120000Z'];
    const text = aCalendar(
      anIcalEvent('one', 'DTSTART:20261201T100000Z', 'DURATION:PT1H', 'SUMMARY:Old', 'RRULE:FREQ=DAILY;COUNT=3'),
      anIcalEvent('one', ...change, 'DURATION:PT15M', 'SUMMARY:New'),
    );

    expect(read(text).at(-1)).toMatchObject({
      id: 'one#2026-12-03T10:00:00.000Z',
      title: 'New',
      startsAt: Date.parse('2026-12-03T12:00:00Z'),
      endsAt: Date.parse('2026-12-03T12:15:00Z'),
    });
  });

  it('keeps its local time where a change of this and all after is moved across a change of the clocks', () => {
    const october = windowAt(Date.parse('2026-10-22T00:00:00Z') as Instant);
    const change = ['RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20261024T100000'];
    const text = aCalendar(
      anIcalEvent('one', 'DTSTART;TZID=Europe/Berlin:20261023T100000', 'RRULE:FREQ=DAILY;COUNT=4'),
      anIcalEvent('one', ...change, 'DTSTART;TZID=Europe/Berlin:20261024T113000'),
    );

    const starts = readFeed(text, october).map((event) =>
      event.kind === 'occurrence' ? isoOf(event.startsAt).slice(8, 16) : event.kind,
    );

    expect(starts).toEqual(['23T08:00', '24T09:30', '25T10:30', '26T10:30']);
  });

  it.each(['FREQ=DAYLY', 'INTERVAL=2'])('with the rule %s is its start, and the rest is kept', (rule) => {
    const texts = [anIcalEvent('bad', 'DTSTART:20261201T100000Z'), anIcalEvent('one', 'DTSTART:20261203T100000Z')];
    const [bad = '', good = ''] = texts;

    // ical.js refuses such a rule in a line of its own kind.
    const text = aCalendar(
      bad.replace('END:VEVENT', `RRULE;VALUE=TEXT:${rule.replaceAll(';', '\\;')}\r\nEND:VEVENT`),
      good,
    );

    expect(readFeed(text, window).map(({ kind, id }) => [kind, id])).toEqual([
      ['unread', 'bad'],
      ['occurrence', 'bad#2026-12-01T10:00:00.000Z'],
      ['occurrence', 'one'],
    ]);
  });
});
