import { DAY_MS, HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { RESPONSE_CLASSES, type ResponseClass } from '#shared/webhooks/stats/rules/attempt-count';
import { BUCKETS, type Histogram, percentileOf } from '#shared/webhooks/stats/rules/histogram';

/** The counts of one endpoint in one hour, or a part of them. */
export interface HourlyCounts {
  readonly hour: Instant;
  readonly responses: Readonly<Partial<Record<ResponseClass, number>>>;
  readonly delivered: number;
  readonly failed: number;
  readonly histogram: Histogram;
}

export const INTERVALS = ['hour', 'day'] as const;
export type Interval = (typeof INTERVALS)[number];

const LENGTH_MS: Readonly<Record<Interval, number>> = { hour: HOUR_MS, day: DAY_MS };

/** Statistics reach back as far as attempts do: docs/limits-and-rules.md#retention. */
const KEPT_MS = 30 * DAY_MS;
/** Without `from`: the last day. */
const DEFAULT_SPAN_MS = DAY_MS;

/** From one full interval, inclusive, to another, exclusive; in UTC. */
export interface StatsSpan {
  readonly from: Instant;
  readonly to: Instant;
  readonly interval: Interval;
}

interface Wanted {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly interval?: Interval | undefined;
}

/** The full intervals around the moments that were asked for, at most thirty days back and none of the future. */
export function statsSpan({ from, to, interval = 'hour' }: Wanted, now: Instant): StatsSpan {
  const length = LENGTH_MS[interval];
  // The interval that now is in has begun and is included.
  const end = Math.min(to ?? now + 1, now + 1) as Instant;
  const begin = from ?? later(end, -DEFAULT_SPAN_MS);
  const first = Math.min(Math.max(begin, now - KEPT_MS), end - 1);
  return {
    from: (first - (first % length)) as Instant,
    to: (Math.ceil(end / length) * length) as Instant,
    interval,
  };
}

export interface EndpointStats {
  readonly startsAt: Instant;
  readonly attempts: number;
  readonly delivered: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly responses: Readonly<Record<ResponseClass, number>>;
}

/** One entry for each interval of the span, those without attempts included, oldest first. */
export function statsOf({ from, to, interval }: StatsSpan, counts: readonly HourlyCounts[]): readonly EndpointStats[] {
  const length = LENGTH_MS[interval];
  const byInterval = Map.groupBy(counts, ({ hour }) => hour - (hour % length));
  return Array.from({ length: Math.round((to - from) / length) }, (_, nth) => {
    const startsAt = later(from, nth * length);
    return summaryOf(startsAt, byInterval.get(startsAt) ?? []);
  });
}

/** All of the counts together. */
export function summaryOf(startsAt: Instant, counts: readonly HourlyCounts[]): EndpointStats {
  const sum = (of: (one: HourlyCounts) => number | undefined) => counts.reduce((all, one) => all + (of(one) ?? 0), 0);
  const responses = Object.fromEntries(
    RESPONSE_CLASSES.map((name) => [name, sum((one) => one.responses[name])]),
  ) as Record<ResponseClass, number>;
  const histogram = Object.fromEntries(
    Array.from({ length: BUCKETS }, (_, bucket) => [bucket, sum((one) => one.histogram[bucket])]),
  );
  return {
    startsAt,
    attempts: RESPONSE_CLASSES.reduce((all, name) => all + responses[name], 0),
    delivered: sum((one) => one.delivered),
    failed: sum((one) => one.failed),
    p50Ms: percentileOf(histogram, 50),
    p95Ms: percentileOf(histogram, 95),
    responses,
  };
}
