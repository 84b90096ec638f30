import { DAY_MS, HOUR_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { statsOf, statsSpan, summaryOf } from '#shared/webhooks/stats/rules/endpoint-stats';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const now = later(noon, 20 * MINUTE_MS);
const hours = (count: number): Instant => later(noon, count * HOUR_MS);
const spanOf = (wanted: Parameters<typeof statsSpan>[0]) => {
  const { from, to } = statsSpan(wanted, now);
  return [isoOf(from).slice(5, 13), isoOf(to).slice(5, 13)];
};

describe('the span of statistics', () => {
  it.each([
    ['nothing is asked for: the last 24 hours and the hour that has begun', {}, ['11-01T12', '11-02T13']],
    ['from alone: until now', { from: later(hours(-2), 1) }, ['11-02T10', '11-02T13']],
    ['a span within an hour: that hour', { from: hours(-3), to: later(hours(-3), 1) }, ['11-02T09', '11-02T10']],
    ['full hours: just those', { from: hours(-3), to: hours(-1) }, ['11-02T09', '11-02T11']],
    ['a time to come: until now', { from: hours(-1), to: hours(99) }, ['11-02T11', '11-02T13']],
    ['the far past: thirty days', { from: 0 as Instant }, ['10-03T12', '11-02T13']],
    ['days: full days in UTC', { from: hours(-13), interval: 'day' as const }, ['11-01T00', '11-03T00']],
  ])('%s', (_name, wanted, expected) => {
    expect(spanOf(wanted)).toEqual(expected);
  });
});

describe('statistics by interval', () => {
  const counts = { delivered: 1, failed: 2, responses: { '2xx': 1, '5xx': 2 }, histogram: { 20: 2, 30: 1 } };

  it('have an entry for each interval, those without attempts included', () => {
    const stats = statsOf({ from: hours(-2), to: hours(1), interval: 'hour' }, [{ ...counts, hour: hours(-1) }]);

    expect(stats.map(({ startsAt, attempts, p50Ms }) => [startsAt, attempts, p50Ms])).toEqual([
      [hours(-2), 0, null],
      [hours(-1), 3, 100],
      [hours(0), 0, null],
    ]);
  });

  it('add up the rows of an hour and the hours of a day', () => {
    const from = later(noon, -DAY_MS / 2);
    const rows = [hours(-1), hours(-1), hours(3)].map((hour) => ({ ...counts, hour }));

    const [day] = statsOf({ from, to: later(from, DAY_MS), interval: 'day' }, rows);

    expect(day).toEqual({
      ...{ startsAt: from, attempts: 9, delivered: 3, failed: 6, p50Ms: 100, p95Ms: 1_000 },
      responses: { '2xx': 3, '3xx': 0, '4xx': 0, '5xx': 6, timeout: 0, unreachable: 0, not_sent: 0 },
    });
    expect(summaryOf(from, rows)).toEqual(day);
  });
});
