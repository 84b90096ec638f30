import fc from 'fast-check';
import {
  MAX_PASSED_OVER,
  passedOverAfter,
  type SkippedEvent,
  warningsOf,
} from '#shared/calendars/sync/rules/passed-over';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';

const one = (sourceId: string | null, given: Partial<SkippedEvent> = {}): SkippedEvent => ({
  sourceId,
  code: 'unreadable_event',
  at: noon,
  ...given,
});

const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'));

describe('the events that a sync passed over', () => {
  it('are those of the last page that had them, for any pages', () => {
    const pages = fc.array(fc.record({ read: ids, passedOver: ids }));
    fc.assert(
      fc.property(pages, (drawn) => {
        let kept: readonly SkippedEvent[] = [];
        const expected = new Set<string>();
        for (const { read, passedOver } of drawn) {
          const skipped = [...new Set(passedOver)];
          const readIds = new Set(read.filter((id) => !skipped.includes(id)));
          kept = passedOverAfter(kept, { readIds, passedOver: skipped.map((id) => one(id)) });
          for (const id of readIds) expected.delete(id);
          for (const id of skipped) expected.add(id);
        }
        expect(kept.map(({ sourceId }) => sourceId).sort()).toEqual([...expected].sort());
      }),
    );
  });

  it('are the newest where there are more than can be remembered', () => {
    const many = Array.from({ length: MAX_PASSED_OVER + 10 }, (_, at) => one(String(at)));
    const kept = passedOverAfter([], { readIds: new Set(), passedOver: many });

    expect(kept).toEqual(many.slice(10));
  });

  it('are counted by code, with the last time', () => {
    const passedOver = [
      one('a'),
      one('b', { code: 'unreadable_series', at: minutes(3) }),
      one(null, { at: minutes(1) }),
    ];

    expect(warningsOf(passedOver)).toEqual([
      { code: 'unreadable_event', count: 2, lastSeenAt: minutes(1), examples: [] },
      { code: 'unreadable_series', count: 1, lastSeenAt: minutes(3), examples: [] },
    ]);
  });

  it('are shown with the first five places of each code', () => {
    const places = Array.from({ length: 7 }, (_, nth) => ({ icalUid: `${nth}`, what: 'DTSTART', line: nth + 1 }));

    const [warning] = warningsOf(places.map((place) => one(place.icalUid, { place })));

    expect(warning).toMatchObject({ count: 7, examples: places.slice(0, 5) });
  });

  it('of one code leave room for those of another', () => {
    const many = Array.from({ length: MAX_PASSED_OVER + 10 }, (_, at) => one(String(at)));
    const other = one('other', { code: 'missing_uid' });

    const kept = passedOverAfter([], { readIds: new Set(), passedOver: [other, ...many] });

    expect(warningsOf(kept)).toMatchObject([{ code: 'missing_uid', count: 1 }, { count: MAX_PASSED_OVER }]);
  });
});
