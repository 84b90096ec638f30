import { keptSources } from '#shared/calendars/sync/rules/kept-sources';
import { seriesMark } from '#shared/calendars/sync/rules/series-mark';
import { DAY_MS, later } from '#shared/foundation/core/time';
import type { CalendarSource } from '#shared/meetings/calendar-events/rules/calendar-source';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/bots/rules/a-bot';

const window = { from: later(noon, -DAY_MS), to: later(noon, 28 * DAY_MS) };

const aSource = (given: Partial<CalendarSource> = {}): CalendarSource => ({
  calendarId: 'cfd_1' as CalendarSource['calendarId'],
  sourceId: 'one',
  seriesId: null,
  eventId: 'cev_1' as CalendarSource['eventId'],
  icalUid: 'one',
  originalStartsAt: noon,
  startsAt: noon,
  ...given,
});

const kept = (source: CalendarSource, sourceIds: readonly string[] = [], hasUnknown = false): number =>
  keptSources([source], { sourceIds: new Set(sourceIds), hasUnknown, window });

describe('a source of a feed', () => {
  it('is not kept where a whole file has it no more', () => {
    expect(kept(aSource())).toBe(0);
  });

  it.each([
    ['the file has it', aSource(), ['one'], false],
    ['its series cannot be read', aSource({ seriesId: 'series' }), [seriesMark('series')], false],
    ['the file was cut off', aSource(), [], true],
    ['it is past', aSource({ startsAt: later(window.from, -1) }), [], false],
    ['it is behind the window', aSource({ startsAt: window.to }), [], false],
  ])('is kept where %s', (_where, source, sourceIds, hasUnknown) => {
    expect(kept(source, sourceIds, hasUnknown)).toBe(1);
  });
});
