import { type Budget, spend } from '#shared/calendars/feeds/ical/expansion-budget';
import type { RecurrenceRule } from '#shared/calendars/feeds/ical/recurrence-rule';
import {
  calendarDay,
  type DayNumber,
  dayNumber,
  daysOfMonth,
  isDayOf,
  mod,
  WEEK_DAYS,
  weekdayOf,
} from '#shared/calendars/feeds/ical/rule-days';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

/** What a clock and a calendar on the wall show, in milliseconds as if it were UTC. */
export type LocalTime = number;

interface LocalSpan {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

/**
 * The local times that a rule gives from its start, in order, up to the end of the span; those before the span may be
 * left out. As dateutil reads RFC 5545, except that BYDAY with and without places gives both, and that the numbers of
 * weeks around New Year are counted from the year that each week belongs to.
 */
export function* ruleStarts(
  rule: RecurrenceRule,
  start: LocalTime,
  span: LocalSpan,
  budget: Budget,
): Generator<LocalTime> {
  const full = withDefaults(rule, start);
  // A COUNT counts from the start.
  const from = rule.count === null ? Math.max(start, span.from) : start;
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const at of timesFrom(full, start, { from, to: span.to }, budget)) {
    if (left === 0) return;
    left -= 1;
    yield at;
  }
}

/** Those of a rule without open parts, whatever its COUNT. */
function* timesFrom(rule: RecurrenceRule, start: LocalTime, { from, to }: LocalSpan, budget: Budget) {
  const sets = rule.freq in CLOCK_MS ? clockSets(rule, start, from, budget) : daySets(rule, start, from, budget);
  for (const { begins, times } of sets) {
    if (begins > to) return;
    yield* atPlaces(rule.bySetPos, times).filter((at) => at >= from && at <= to);
  }
}

/** The times of one interval of a rule, in order. */
interface IntervalSet {
  readonly begins: LocalTime;
  readonly times: readonly LocalTime[];
}

/** What a rule leaves open is as in its start (RFC 5545 §3.3.10). */
function withDefaults(rule: RecurrenceRule, start: LocalTime): RecurrenceRule {
  const { freq } = rule;
  const time = mod(start, DAY_MS);
  const isOpen = (numbers: readonly number[], ...by: readonly string[]) => numbers.length === 0 && !by.includes(freq);
  return {
    ...rule,
    ...daysOfStart(rule, start),
    ...(isOpen(rule.byHour, 'HOURLY', 'MINUTELY', 'SECONDLY') && { byHour: [Math.floor(time / HOUR_MS)] }),
    ...(isOpen(rule.byMinute, 'MINUTELY', 'SECONDLY') && { byMinute: [Math.floor((time % HOUR_MS) / MINUTE_MS)] }),
    ...(isOpen(rule.bySecond, 'SECONDLY') && { bySecond: [Math.floor((time % MINUTE_MS) / SECOND_MS)] }),
  };
}

function daysOfStart(rule: RecurrenceRule, start: LocalTime): Partial<RecurrenceRule> {
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay } = rule;
  if ([byWeekNo, byYearDay, byMonthDay, byDay].some(({ length }) => length > 0)) return {};
  const { month, day, weekday } = calendarDay(Math.floor(start / DAY_MS));
  if (freq === 'YEARLY') return { byMonthDay: [day], ...(byMonth.length === 0 && { byMonth: [month] }) };
  if (freq === 'MONTHLY') return { byMonthDay: [day] };
  return freq === 'WEEKLY' ? { byDay: [{ weekday, nth: null }] } : {};
}

/** Rules by days and longer: the days of each interval, with the times of the rule. */
function* daySets(rule: RecurrenceRule, start: LocalTime, from: LocalTime, budget: Budget): Generator<IntervalSet> {
  const times = timesOfDay(rule);
  spend(budget, times.length);
  const days = daysOfIntervals(rule, Math.floor(start / DAY_MS), Math.floor(from / DAY_MS));
  for (const [first, last] of days) {
    spend(budget, 1);
    const found: LocalTime[] = [];
    for (let day = first; day <= last; day += 1) {
      const isDay = isDayOf(rule, day);
      spend(budget, isDay ? 1 + times.length : 1);
      if (isDay) for (const time of times) found.push(day * DAY_MS + time);
    }
    yield { begins: first * DAY_MS, times: found };
  }
}

type Days = readonly [first: DayNumber, last: DayNumber];

/** The days of each interval, from the last one that begins at or before `from`. */
function* daysOfIntervals(rule: RecurrenceRule, start: DayNumber, from: DayNumber): Generator<Days> {
  const { freq, interval, weekStart } = rule;
  const first = calendarDay(start);
  const now = calendarDay(from);
  const daysOf = (nth: number): Days => {
    if (freq === 'YEARLY') return daysOfYear(first.year + nth * interval, rule.byMonth);
    if (freq === 'MONTHLY') return daysOfMonthNumber(first.year * 12 + first.month - 1 + nth * interval, rule.byMonth);
    if (freq === 'DAILY') return [start + nth * interval, start + nth * interval];
    // The first week begins with the start: BYSETPOS counts from there.
    const week = start - mod(weekdayOf(start) - weekStart, WEEK_DAYS) + nth * interval * WEEK_DAYS;
    return [Math.max(start, week), week + WEEK_DAYS - 1];
  };
  const elapsed = { YEARLY: now.year - first.year, MONTHLY: (now.year - first.year) * 12 + now.month - first.month };
  const passed =
    freq === 'YEARLY' || freq === 'MONTHLY' ? elapsed[freq] : (from - start) / (freq === 'WEEKLY' ? WEEK_DAYS : 1);
  for (let nth = Math.max(0, Math.floor(passed / interval)); ; nth += 1) yield daysOf(nth);
}

/** From the first to the last of the months that a rule names. */
const daysOfYear = (year: number, byMonth: readonly number[]): Days => {
  const [first = 1] = byMonth;
  const last = byMonth.at(-1) ?? 12;
  return [dayNumber(year, first, 1), dayNumber(year, last, daysOfMonth(year, last))];
};

/** No day of a month that the rule does not name. */
function daysOfMonthNumber(months: number, byMonth: readonly number[]): Days {
  const [year, month] = [Math.floor(months / 12), mod(months, 12) + 1];
  const first = dayNumber(year, month, 1);
  const isNamed = byMonth.length === 0 || byMonth.includes(month);
  return [first, isNamed ? first + daysOfMonth(year, month) - 1 : first - 1];
}

const timesOfDay = ({ byHour, byMinute, bySecond }: RecurrenceRule): readonly number[] =>
  byHour.flatMap((hour) => timesOfHour(byMinute, bySecond).map((time) => hour * HOUR_MS + time));

const timesOfHour = (minutes: readonly number[], seconds: readonly number[]): readonly number[] =>
  minutes.flatMap((minute) => seconds.map((second) => minute * MINUTE_MS + second * SECOND_MS));

const CLOCK_MS: Readonly<Record<string, number>> = { HOURLY: HOUR_MS, MINUTELY: MINUTE_MS, SECONDLY: SECOND_MS };

/** Rules by hours and shorter: the times of each hour, minute or second. What the rule does not allow is skipped as a whole. */
function* clockSets(rule: RecurrenceRule, start: LocalTime, from: LocalTime, budget: Budget): Generator<IntervalSet> {
  const unit = CLOCK_MS[rule.freq] ?? HOUR_MS;
  const step = rule.interval * unit;
  const first = start - mod(start, unit);
  const times = timesWithin(rule);
  let at = first + Math.max(0, Math.floor((from - first) / step)) * step;
  for (;;) {
    spend(budget, 1);
    const skipped = skippedFrom(rule, at);
    if (skipped === undefined) {
      const begins = at;
      spend(budget, times.length);
      yield { begins, times: times.map((time) => begins + time) };
      at += step;
    } else {
      at += Math.ceil((skipped - at) / step) * step;
      // A rule that never matches ends where its reader does.
      yield { begins: at, times: [] };
    }
  }
}

function timesWithin({ freq, byMinute, bySecond }: RecurrenceRule): readonly number[] {
  if (freq === 'HOURLY') return timesOfHour(byMinute, bySecond);
  return freq === 'MINUTELY' ? bySecond.map((second) => second * SECOND_MS) : [0];
}

/** The end of the day, hour, minute or second that the rule leaves out; undefined for a time that it allows. */
function skippedFrom(rule: RecurrenceRule, at: LocalTime): LocalTime | undefined {
  const endOf = (unit: number): LocalTime => at - mod(at, unit) + unit;
  const lacks = (numbers: readonly number[], number: number) => numbers.length > 0 && !numbers.includes(number);
  const time = mod(at, DAY_MS);
  if (!isDayOf(rule, Math.floor(at / DAY_MS))) return endOf(DAY_MS);
  if (lacks(rule.byHour, Math.floor(time / HOUR_MS))) return endOf(HOUR_MS);
  if (rule.freq === 'HOURLY') return undefined;
  if (lacks(rule.byMinute, Math.floor((time % HOUR_MS) / MINUTE_MS))) return endOf(MINUTE_MS);
  if (rule.freq === 'MINUTELY') return undefined;
  return lacks(rule.bySecond, Math.floor((time % MINUTE_MS) / SECOND_MS)) ? endOf(SECOND_MS) : undefined;
}

/** BYSETPOS: those at these places of an interval, counted from its end where they are below zero. */
function atPlaces(places: readonly number[], times: readonly LocalTime[]): readonly LocalTime[] {
  if (places.length === 0) return times;
  return times.filter((_, nth) => places.includes(nth + 1) || places.includes(nth - times.length));
}
