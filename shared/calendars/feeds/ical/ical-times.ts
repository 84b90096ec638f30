import { type ContentLine, valueIn } from '#shared/calendars/feeds/ical/feed-lines';
import { DAY_MS, MINUTE_MS } from '#shared/foundation/core/time';

/** A value of DTSTART and the like, as it stands in the file. */
export interface IcalTime {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM:SS; null for a date. */
  readonly time: string | null;
  readonly isUtc: boolean;
}

/** The values of one property. */
export interface TimeValues {
  /** Null where the property names none; it means nothing for times in UTC. */
  readonly timeZone: string | null;
  readonly times: readonly IcalTime[];
  /** Start and end or duration, of RDATE alone. */
  readonly periods: readonly (readonly [IcalTime, IcalTime | string])[];
  /** True where a value cannot be read, and where there is none. */
  readonly hasUnreadable: boolean;
}

/**
 * The times of a property. Beside what RFC 5545 allows it takes what programs write: dashes and colons, no seconds, an
 * offset, a blank in place of the T, a date without `VALUE=DATE`, and names of time zones with a colon in them.
 */
export function timesIn(line: ContentLine): TimeValues {
  const { parameters, value } = splitAtTimes(line);
  const isDate = /;\s*VALUE\s*=\s*"?DATE"?\s*(?:;|$)/i.test(parameters);
  const items = value.split(',').map((item) => item.trim());
  const read = items.filter(Boolean).map((item) => (item.includes('/') ? periodIn(item) : icalTime(item)));
  const times = read.flatMap((one) => (one && 'day' in one ? asDeclared(one, isDate) : []));
  const periods = read.flatMap((one) => (one && !('day' in one) ? [one] : []));
  return {
    timeZone: timeZoneIn(parameters),
    times,
    periods,
    hasUnreadable: read.length === 0 || times.length + periods.length < read.length,
  };
}

/** `VALUE=DATE` of a time that is not midnight is an error of the program. */
const asDeclared = (time: IcalTime, isDate: boolean): IcalTime =>
  isDate && time.time === '00:00:00' ? { ...time, time: null, isUtc: false } : time;

/** Parameters end at the first colon behind which there are times. */
function splitAtTimes(line: ContentLine): { readonly parameters: string; readonly value: string } {
  const { text } = line;
  let at = text.indexOf(':');
  for (let tries = 0; at !== -1 && tries < MOST_COLONS; tries += 1) {
    const [first = ''] = text.slice(at + 1, at + 1 + LONGEST_VALUE).split(/[,/]/);
    if (icalTime(first.trim())) return { parameters: text.slice(0, at), value: text.slice(at + 1) };
    at = text.indexOf(':', at + 1);
  }
  const value = valueIn(line);
  return { parameters: text.slice(0, text.length - value.length - 1), value };
}

const MOST_COLONS = 8;
const LONGEST_VALUE = 60;

function timeZoneIn(parameters: string): string | null {
  const [, quoted, plain] = /;\s*TZID\s*=\s*(?:"([^"]*)"?|([^;]*))/i.exec(parameters) ?? [];
  return (quoted ?? plain ?? '').trim().slice(0, LONGEST_NAME) || null;
}

const LONGEST_NAME = 200;

const TIME =
  /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T\s]\s?(\d{2})(?::?(\d{2}))?(?::?(\d{2}))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d{2}(?::?\d{2})?)?|Z)?$/i;

/** Undefined for a text that is no date and no time, and for a day that its month lacks. */
export function icalTime(text: string): IcalTime | undefined {
  const [, year, month, date, hour, minute = '00', second = '00', offset] = TIME.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!year || !isDay(day)) return undefined;
  if (hour === undefined) return { day, time: null, isUtc: false };
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  // Midnight at the end of the day, and a leap second, are those of the next minute or the second before.
  const atUtc = Date.parse(`${day}T00:00:00Z`) + (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
  const seconds = Math.min(59, Number(second)).toString().padStart(2, '0');
  const at = new Date(atUtc - offsetMs(offset)).toISOString();
  return { day: at.slice(0, 10), time: `${at.slice(11, 16)}:${seconds}`, isUtc: offset !== undefined };
}

const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

function offsetMs(offset = 'Z'): number {
  if (/^z$/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0);
  return (offset.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}

function periodIn(text: string): readonly [IcalTime, IcalTime | string] | undefined {
  const [start = '', end = ''] = text.split('/');
  const from = icalTime(start.trim());
  const to = icalTime(end.trim());
  if (!from) return undefined;
  const lastsMs = durationIn(end);
  if (to) return [from, to];
  return lastsMs === undefined ? undefined : [from, secondsText(lastsMs)];
}

const DURATION = /^([+-])?P?(?:(\d+)W)?(?:(\d+)D)?(?:T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** Milliseconds of a DURATION; undefined for a text that is none. */
export function durationIn(text: string): number | undefined {
  const found = DURATION.exec(text.trim());
  if (!found || !/\d/.test(text)) return undefined;
  const [, sign, ...parts] = found;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const ms = (weeks * 7 + days) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS + seconds * 1_000;
  if (ms > LONGEST_MS) return undefined;
  return sign === '-' ? -ms : ms;
}

/** Ten years. */
const LONGEST_MS = 3_653 * DAY_MS;

/** As a DURATION. */
export const secondsText = (ms: number): string => `PT${Math.round(ms / 1_000)}S`;

/** As ical.js keeps it (jCal, RFC 7265). */
export const jcalText = ({ day, time, isUtc }: IcalTime): string =>
  time === null ? day : `${day}T${time}${isUtc ? 'Z' : ''}`;
