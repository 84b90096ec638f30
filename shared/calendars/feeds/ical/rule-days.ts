import type { RecurrenceRule, RuleDay, Weekday } from '#shared/calendars/feeds/ical/recurrence-rule';
import { DAY_MS } from '#shared/foundation/core/time';

/** A day of the calendar, counted from 1970-01-01. */
export type DayNumber = number;

export const WEEK_DAYS = 7;

export const dayNumber = (year: number, month: number, day: number): DayNumber => {
  const date = new Date(0);
  // Date.UTC reads years below 100 as those of the twentieth century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS;
};

/** What rules ask of a day. */
interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: Weekday;
  /** From 1. */
  readonly dayOfYear: number;
  readonly daysOfMonth: number;
  readonly daysOfYear: number;
}

export function calendarDay(number: DayNumber): CalendarDay {
  const date = new Date(number * DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  const newYear = dayNumber(year, 1, 1);
  return {
    ...{ year, month, day: date.getUTCDate(), weekday: weekdayOf(number), dayOfYear: number - newYear + 1 },
    daysOfMonth: daysOfMonth(year, month),
    daysOfYear: isLeap(year) ? 366 : 365,
  };
}

/** 1970-01-01 was a Thursday. */
export const weekdayOf = (number: DayNumber): Weekday => mod(number + 3, WEEK_DAYS);

export const mod = (number: number, by: number): number => ((number % by) + by) % by;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const daysOfMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0);

/** True of a day that every part of the rule allows. */
export function isDayOf(rule: RecurrenceRule, number: DayNumber): boolean {
  const day = calendarDay(number);
  return (
    allows(rule.byMonth, day.month) &&
    (allows(rule.byMonthDay, day.day) || allows(rule.byMonthDay, day.day - day.daysOfMonth - 1)) &&
    (allows(rule.byYearDay, day.dayOfYear) || allows(rule.byYearDay, day.dayOfYear - day.daysOfYear - 1)) &&
    (rule.byDay.length === 0 || rule.byDay.some((one) => isRuleDay(one, day, rule))) &&
    (rule.byWeekNo.length === 0 || isInWeekOf(rule, number))
  );
}

/** A part without numbers allows all. */
const allows = (numbers: readonly number[], number: number): boolean =>
  numbers.length === 0 || numbers.includes(number);

/** Places count in the month, or in the year of a yearly rule without months; other rules have none. */
function isRuleDay({ weekday, nth }: RuleDay, day: CalendarDay, { freq, byMonth }: RecurrenceRule): boolean {
  if (weekday !== day.weekday) return false;
  if (nth === null || (freq !== 'MONTHLY' && freq !== 'YEARLY')) return true;
  return freq === 'YEARLY' && byMonth.length === 0
    ? isNth(nth, day.dayOfYear, day.daysOfYear)
    : isNth(nth, day.day, day.daysOfMonth);
}

const isNth = (nth: number, day: number, days: number): boolean =>
  nth > 0 ? Math.ceil(day / WEEK_DAYS) === nth : Math.ceil((days - day + 1) / WEEK_DAYS) === -nth;

/** A week belongs to the year in which most of its days lie (ISO 8601), with the first day of the week that the rule names. */
function isInWeekOf({ byWeekNo, weekStart }: RecurrenceRule, number: DayNumber): boolean {
  const fourth = number - mod(weekdayOf(number) - weekStart, WEEK_DAYS) + 3;
  const { dayOfYear, daysOfYear } = calendarDay(fourth);
  const week = Math.ceil(dayOfYear / WEEK_DAYS);
  const weeks = week + Math.floor((daysOfYear - dayOfYear) / WEEK_DAYS);
  return byWeekNo.includes(week) || byWeekNo.includes(week - weeks - 1);
}
