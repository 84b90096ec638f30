/** How often a rule recurs, from the rarest. */
export const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** 0 is Monday. */
export type Weekday = number;

/** A weekday of BYDAY: each of them, or the nth of the month or year, from the end where it is below zero. */
export interface RuleDay {
  readonly weekday: Weekday;
  readonly nth: number | null;
}

/** A RECUR value (RFC 5545 §3.3.10). A part that a rule lacks is empty. */
export interface RecurrenceRule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** As it is written: a date, a local time, or a time in UTC. */
  readonly until: string | null;
  readonly weekStart: Weekday;
  readonly byMonth: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly RuleDay[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySecond: readonly number[];
  readonly bySetPos: readonly number[];
}

/** A rule that RFC 5545 does not allow, and that cannot be read otherwise. */
export class UnreadableRule extends Error {
  override readonly name = 'UnreadableRule';
}

/**
 * Reads a rule, in any case and with blanks and empty parts. Undefined for one that says nothing; an INTERVAL below 1 is
 * 1. Throws `UnreadableRule`.
 */
export function recurrenceRule(text: string): RecurrenceRule | undefined {
  const parts = partsOf(text);
  if (parts.size === 0) return undefined;
  const numbers = (name: string, least: number, most: number): readonly number[] =>
    sorted(listOf(parts, name).map((item) => numberIn(item, name, least, most)));
  return {
    freq: frequencyIn(parts.get('FREQ')),
    interval: Math.max(1, optionalNumber(parts, 'INTERVAL') ?? 1),
    count: countIn(parts),
    until: parts.get('UNTIL') ?? null,
    weekStart: parts.has('WKST') ? weekdayIn(parts.get('WKST')) : 0,
    byMonth: numbers('BYMONTH', 1, 12),
    byWeekNo: signed(numbers('BYWEEKNO', -53, 53)),
    byYearDay: signed(numbers('BYYEARDAY', -366, 366)),
    byMonthDay: signed(numbers('BYMONTHDAY', -31, 31)),
    byDay: listOf(parts, 'BYDAY').map(ruleDayIn),
    byHour: numbers('BYHOUR', 0, 23),
    byMinute: numbers('BYMINUTE', 0, 59),
    bySecond: numbers('BYSECOND', 0, 60).map((second) => Math.min(second, 59)),
    bySetPos: signed(numbers('BYSETPOS', -366, 366)),
  };
}

/** The parts by their names, in capitals; of one that is there twice the last. */
function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = text
    .toUpperCase()
    .replace(/\s/g, '')
    .split(';')
    .flatMap((part): readonly (readonly [string, string])[] => {
      const at = part.indexOf('=');
      // ical.js writes a rule without parts as "=undefined".
      return at < 1 || at === part.length - 1 ? [] : [[part.slice(0, at), part.slice(at + 1)]];
    });
  return new Map(parts);
}

const listOf = (parts: ReadonlyMap<string, string>, name: string): readonly string[] =>
  (parts.get(name) ?? '').split(',').filter(Boolean);

const sorted = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

/** RFC 5545 counts from 1 and from -1. */
function signed(numbers: readonly number[]): readonly number[] {
  if (numbers.includes(0)) throw new UnreadableRule('A rule counts from 0.');
  return numbers;
}

function numberIn(text: string, name: string, least: number, most: number): number {
  const number = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new UnreadableRule(`${name} is not from ${least} to ${most}.`);
  return number;
}

const LARGEST = 999_999_999;

const optionalNumber = (parts: ReadonlyMap<string, string>, name: string): number | undefined =>
  parts.has(name) ? numberIn(parts.get(name) ?? '', name, -LARGEST, LARGEST) : undefined;

/** Outlook writes a COUNT below zero where a series has no end. */
function countIn(parts: ReadonlyMap<string, string>): number | null {
  const count = optionalNumber(parts, 'COUNT');
  return count === undefined || count < 0 ? null : count;
}

function frequencyIn(text: string | undefined): Frequency {
  const found = FREQUENCIES.find((freq) => freq === text);
  if (!found) throw new UnreadableRule('FREQ is missing or unknown.');
  return found;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function weekdayIn(text: string | undefined): Weekday {
  const weekday = WEEKDAYS.indexOf(text ?? '');
  if (weekday === -1) throw new UnreadableRule('A day of the week is unknown.');
  return weekday;
}

function ruleDayIn(text: string): RuleDay {
  const [, nth, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = weekdayIn(name);
  if (nth === undefined) return { weekday, nth: null };
  const [place = 0] = signed([numberIn(nth, 'BYDAY', -53, 53)]);
  return { weekday, nth: place };
}
