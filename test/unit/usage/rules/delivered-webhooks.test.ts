import { lastSettledDay, summedMonths, unsummedDays } from '#shared/accounts/usage/rules/delivered-webhooks';
import { type Instant, readInstant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const at = (text: string): Instant => readInstant(text) ?? (0 as Instant);
const now = at('2026-12-02T12:00:00Z');
const november = { month: '2026-11', through: '2026-11-29', days: [] };

describe('the days that are not summed up', () => {
  it('are those after the last sum of their month, until today', () => {
    expect(unsummedDays([november], { from: '2026-11-01', to: '2026-12-31' }, now)).toEqual([
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
    ]);
  });

  it('are within the span', () => {
    expect(unsummedDays([november], { from: '2026-12-01', to: '2026-12-01' }, now)).toEqual(['2026-12-01']);
    expect(unsummedDays([november], { from: '2026-11-01', to: '2026-11-29' }, now)).toEqual([]);
  });

  it('reach back as far as all statistics of a day are kept', () => {
    const days = unsummedDays([], { from: '2026-01-01', to: '2026-12-31' }, now);
    expect([days.length, days[0]]).toEqual([31, '2026-11-02']);
  });
});

describe('the last day that is summed up', () => {
  it('is yesterday, an hour after midnight at the earliest', () => {
    expect(lastSettledDay(at('2026-12-02T00:59:59Z'))).toBe('2026-11-30');
    expect(lastSettledDay(at('2026-12-02T01:00:00Z'))).toBe('2026-12-01');
  });
});

describe('summed up days', () => {
  it('are a sum for each month, through its last day, also without webhooks on it', () => {
    const counted = [
      { day: '2026-11-29', count: 3 },
      { day: '2026-12-01', count: 2 },
    ];
    expect(summedMonths(['2026-11-29', '2026-11-30', '2026-12-01'], counted)).toEqual([
      { month: '2026-11', through: '2026-11-30', days: [{ day: '2026-11-29', count: 3 }] },
      { month: '2026-12', through: '2026-12-01', days: [{ day: '2026-12-01', count: 2 }] },
    ]);
  });
});
