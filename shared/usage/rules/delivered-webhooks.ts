import { DAY_MS, HOUR_MS, type Instant, later, readInstant, utcDateOf } from '#shared/core/time';
import { monthOf } from './usage.ts';
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
}

export interface DeliveredDay {
  readonly day: string;
  readonly count: number;
}

/** The days of a span that are not summed up, and whose statistics are there; oldest first, none of the future. */
export function unsummedDays(months: readonly DeliveredMonth[], { from, to }: UsageSpan, now: Instant): string[] {
  const through = new Map(months.map((one) => [one.month, one.through]));
  return Array.from({ length: DAYS_WITH_STATISTICS + 1 }, (_, nth) => utcDateOf(later(now, -nth * DAY_MS)))
    .filter((day) => day >= from && day <= to && day > (through.get(monthOf(day)) ?? ''))
    .reverse();
}

/** The last day that can be summed up. */
export const lastSettledDay = (now: Instant): string => utcDateOf(later(now, -DAY_MS - SETTLED_AFTER_MS));

/** From the first moment of the first day to that after the last day. Undefined where there is no day. */
export function momentsOf(days: readonly string[]): { readonly from: Instant; readonly to: Instant } | undefined {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { from: startOf(first), to: later(startOf(last), DAY_MS) };
}

const startOf = (day: string): Instant => readInstant(`${day}T00:00:00Z`) ?? (0 as Instant);

/** Days summed up, month by month: those without webhooks count as summed up, too. */
export const summedMonths = (days: readonly string[], counted: readonly DeliveredDay[]): readonly DeliveredMonth[] =>
  [...Map.groupBy(days, monthOf)].map(([month, ofMonth]) => ({
    month,
    through: ofMonth.at(-1) ?? month,
    days: counted.filter(({ day, count }) => count > 0 && ofMonth.includes(day)),
  }));
