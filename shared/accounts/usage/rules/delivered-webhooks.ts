import { monthOf } from '#shared/accounts/usage/rules/usage';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, later, readInstant, utcDateOf } from '#shared/foundation/core/time';
import type { UsageSpan } from './usage-report.ts';

/** How often the statistics of a workspace are summed up by day: well before the first of them expire. */
export const SUM_PERIOD_MS = 14 * DAY_MS;
/** Days whose statistics are all there; they are kept for 31. */
const DAYS_WITH_STATISTICS = 30;
/** A day is summed up once attempts that began in it have ended for certain. */
const SETTLED_AFTER_MS = HOUR_MS;

/** The webhooks of a month that were summed up. */
export interface DeliveredMonth {
  readonly month: string;
  /** The last day that is summed up: `2026-11-24`. */
  readonly through: string;
  readonly days: readonly DeliveredDay[];
  /** What endpoints that were deleted had got on days that are not summed up. */
  readonly former: readonly DeliveredDay[];
  /** Deletions that are counted in `former`: a sum that was read before another of them is not kept. */
  readonly deletions: number;
}

export interface DeliveredDay {
  readonly day: string;
  readonly count: number;
}

/** An endpoint that was deleted, while its statistics are kept. */
export interface FormerEndpoint {
  readonly id: WebhookEndpointId;
  readonly deletedOn: string;
  /** Webhooks by day that were counted in the transaction of its deletion; undefined where none were counted there yet. */
  readonly counted: Readonly<Record<string, number>> | undefined;
}

/** Days whose statistics are there, today the last of them. */
export const daysWithStatistics = (now: Instant): UsageSpan => ({
  from: utcDateOf(later(now, -DAYS_WITH_STATISTICS * DAY_MS)),
  to: utcDateOf(now),
});

/** The days of a span that are not summed up, and whose statistics are there; oldest first, none of the future. */
export function unsummedDays(
  months: readonly Pick<DeliveredMonth, 'month' | 'through'>[],
  { from, to }: UsageSpan,
  now: Instant,
): string[] {
  const through = new Map(months.map((one) => [one.month, one.through]));
  return Array.from({ length: DAYS_WITH_STATISTICS + 1 }, (_, nth) => utcDateOf(later(now, -nth * DAY_MS)))
    .filter((day) => day >= from && day <= to && day > (through.get(monthOf(day)) ?? ''))
    .reverse();
}

/** The last day that can be summed up. */
export const lastSettledDay = (now: Instant): string => utcDateOf(later(now, -DAY_MS - SETTLED_AFTER_MS));

/**
 * What the statistics of an endpoint have beyond what was counted when it was deleted: attempts that ended meanwhile, and
 * all of an endpoint that was not counted.
 */
export const countedLate = ({ counted = {} }: FormerEndpoint, all: readonly DeliveredDay[]): readonly DeliveredDay[] =>
  all.map(({ day, count }) => ({ day, count: Math.max(0, count - (counted[day] ?? 0)) }));

/** Webhooks by day, of several counts of the same days; oldest first. */
export const addedUp = (counts: readonly DeliveredDay[]): readonly DeliveredDay[] =>
  [...Map.groupBy(counts, ({ day }) => day)]
    .map(([day, some]) => ({ day, count: some.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => (one.day < other.day ? -1 : 1));

/** The webhooks of these days, by hours of statistics. */
export const deliveredOn = (
  days: readonly string[],
  counts: readonly { readonly hour: Instant; readonly delivered: number }[],
): readonly DeliveredDay[] =>
  addedUp(counts.map(({ hour, delivered }) => ({ day: utcDateOf(hour), count: delivered }))).filter(({ day }) =>
    days.includes(day),
  );

/** From the first moment of the first day to that after the last day. Undefined where there is no day. */
export function momentsOf(days: readonly string[]): { readonly from: Instant; readonly to: Instant } | undefined {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { from: startOf(first), to: later(startOf(last), DAY_MS) };
}

const startOf = (day: string): Instant => readInstant(`${day}T00:00:00Z`) ?? (0 as Instant);

/** Days of a month to sum up. */
export type SummedMonth = Omit<DeliveredMonth, 'former' | 'deletions'>;

/** Days summed up, month by month: those without webhooks count as summed up, too. */
export const summedMonths = (days: readonly string[], counted: readonly DeliveredDay[]): readonly SummedMonth[] =>
  [...Map.groupBy(days, monthOf)].map(([month, ofMonth]) => ({
    month,
    through: ofMonth.at(-1) ?? month,
    days: counted.filter(({ day, count }) => count > 0 && ofMonth.includes(day)),
  }));
