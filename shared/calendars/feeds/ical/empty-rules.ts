import type { RecurrenceRule } from '#shared/calendars/feeds/ical/recurrence-rule';

/** Days of each month in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A rule that has no occurrence, whatever its start. */
export class EmptyRule extends Error {
  override readonly name = 'EmptyRule';
}

/** Throws `EmptyRule` for a rule whose days are in none of its months, such as 30 February. */
export function refuseEmptyRule({ byMonth, byMonthDay }: RecurrenceRule): void {
  const months = byMonth.length > 0 ? byMonth.map((month) => DAYS[month - 1] ?? 0) : DAYS;
  const hasDay = byMonthDay.some((day) => months.some((last) => Math.abs(day) <= last));
  if (byMonthDay.length > 0 && !hasDay) throw new EmptyRule('A rule has no occurrence.');
}
