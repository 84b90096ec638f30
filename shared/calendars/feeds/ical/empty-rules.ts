import type ICAL from 'ical.js';

/** Days of each month in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A rule that has no occurrence, whatever its start. ical.js looks for one without an end. */
export class EmptyRule extends Error {
  override readonly name = 'EmptyRule';
}

/**
 * Throws `EmptyRule` for a rule whose days are in none of its months (30 February), or none of any year. Rules that lack
 * occurrences for another reason end with the processor time of their feed.
 */
export function refuseEmptyRule({ freq, parts }: ICAL.Recur): void {
  const months = numbersIn(parts['BYMONTH']).filter((month) => month >= 1 && month <= DAYS.length);
  const days = numbersIn(parts['BYMONTHDAY']);
  const yearDays = numbersIn(parts['BYYEARDAY']);
  const of = parts['BYMONTH'] ? months.map((month) => DAYS[month - 1] ?? 0) : DAYS;
  // ical.js 2.2.1 meets no day that is counted from the end of its month by days or hours.
  const canCountBack = freq === 'MONTHLY' || freq === 'YEARLY';
  const hasDay = days.some((day) => of.some((last) => (day > 0 || (day < 0 && canCountBack)) && Math.abs(day) <= last));
  const hasYearDay = yearDays.some((day) => day !== 0 && Math.abs(day) <= DAYS_OF_YEAR);
  if (of.length === 0 || (days.length > 0 && !hasDay) || (yearDays.length > 0 && !hasYearDay))
    throw new EmptyRule('A rule has no occurrence.');
}

const DAYS_OF_YEAR = 366;

const numbersIn = (values: unknown): readonly number[] => (Array.isArray(values) ? values.map(Number) : []);
