import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { aCalendar } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { type DrawnSeries, expectedStarts, inFile, series } from './a-series.ts';
import '#test/support/property-seed';

const startsOf = (one: DrawnSeries): readonly string[] =>
  readFeed(aCalendar(...inFile(one)), one.window)
    .map((event) => (event.kind === 'occurrence' ? isoOf(event.startsAt) : event.kind))
    .sort();

describe('the occurrences of a series', () => {
  it('are those of another library, with exceptions and further dates, when the clocks change', () => {
    fc.assert(
      fc.property(series, (one) => expect(startsOf(one)).toEqual(expectedStarts(one))),
      { numRuns: sized({ everyday: 100, release: 3_000 }) },
    );
  });

  it('are those that the shipped export of a calendar shows: three Mondays, one excluded, moved, and cancelled', () => {
    const text = readFileSync('assets/demo/calendar.ics', 'utf8');
    const inMay = windowAt(Date.parse('2026-05-16T12:00:00Z') as Instant);

    const series = readFeed(text, inMay).flatMap((event) =>
      event.kind === 'occurrence' && event.recurring ? [[isoOf(event.originalStartsAt), isoOf(event.startsAt)]] : [],
    );

    expect(series).toEqual([
      ['2026-05-18T08:00:00.000Z', '2026-05-18T08:00:00.000Z'],
      ['2026-06-01T08:00:00.000Z', '2026-06-02T12:00:00.000Z'],
    ]);
  });
});
