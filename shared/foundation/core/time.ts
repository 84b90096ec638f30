/** A moment: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly __unit: 'ms since epoch' };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const later = (at: Instant, milliseconds: number): Instant => (at + milliseconds) as Instant;

/** The earlier of two moments. */
export const earlier = (one: Instant, other: Instant): Instant => (one < other ? one : other);

/** The later of two moments. */
export const laterOf = (one: Instant, other: Instant): Instant => (one > other ? one : other);

/** ISO 8601 in UTC with milliseconds and `Z`, the only form the newest version answers. */
export const isoOf = (at: Instant): string => new Date(at).toISOString();

/** The day in UTC, `2026-10-12`. */
export const utcDateOf = (at: Instant): string => isoOf(at).slice(0, 10);

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoOf(at));

/** The longest delay of an SQS message. A longer wait is left to the sweeper. */
export const LONGEST_DELAY_MS = 15 * MINUTE_MS;

/** How long a sent message may take before the sweeper takes it for lost. */
const TAKEN_FOR_LOST_MS = 2 * MINUTE_MS;

/** A message that comes this little before its time is on time: SQS delays are whole seconds, by another clock. */
const EARLY_MS = 2 * SECOND_MS;

/** Whether work has its time now, for a message that may come a little early. */
export const isDue = (dueAt: Instant, now: Instant): boolean => dueAt <= later(now, EARLY_MS);

/** When the sweeper is to send a message for work that has one in a queue: only after that one must have been lost. */
export const afterItsMessage = (dueAt: Instant): Instant => later(dueAt, TAKEN_FOR_LOST_MS);

/** The value of a row's `ttl`, in seconds since 1970: DynamoDB deletes the row some time after it. */
export const ttlAt = (at: number): number => Math.ceil(at / SECOND_MS);

/** Whole seconds, rounded up: a message that comes early is queued once more. */
export const secondsUntil = (dueAt: Instant, now: Instant): number => Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);

/** The delay in seconds of a message that is to arrive at the due time; undefined where a queue cannot hold it so long. */
export const queueDelay = (dueAt: Instant, now: Instant): number | undefined =>
  dueAt - now <= LONGEST_DELAY_MS ? secondsUntil(dueAt, now) : undefined;

/**
 * When the sweeper is to send a delivery. Where a message lies in a queue, only after that one must have been lost;
 * otherwise at the due time itself, since the sweeper's is then the only one and "at most an hour" is a promise.
 */
export const sweptAt = (dueAt: Instant, now: Instant): Instant =>
  queueDelay(dueAt, now) === undefined ? dueAt : afterItsMessage(laterOf(dueAt, now));

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?$/;
const OFFSET = /^([+-])(\d{2})(?::?(\d{2}))?$/;

/** 9999-12-31T23:59:59.999Z: later moments cannot be written with a year of four digits. */
export const LAST_INSTANT = 253_402_300_799_999 as Instant;

/**
 * The moment that an ISO 8601 date-time with an offset names: seconds and fractions are optional, what is finer than a
 * millisecond is cut. Undefined for anything else: no offset, a day that the month lacks, 24:00, a leap second, and
 * moments outside 1970 to 9999 in UTC.
 */
export function readInstant(text: string): Instant | undefined {
  const instant = millisecondsOf(text);
  return instant !== undefined && instant >= 0 && instant <= LAST_INSTANT ? (instant as Instant) : undefined;
}

/** Milliseconds since 1970 of a date-time with an offset; negative before. */
function millisecondsOf(text: string): number | undefined {
  const offset = offsetOf(text);
  const day = startOfDay(text.slice(0, 10));
  if (offset === undefined || day === undefined || !/^[Tt]/.test(text.slice(10))) return undefined;
  const time = timeOf(text.slice(11, text.length - offset.length));
  return time === undefined ? undefined : day + time - offset.milliseconds;
}

const BASIC_DATE = /^(\d{4})(\d{2})(\d{2})(?=[Tt]|$)/;
const BASIC_TIME = /([Tt])(\d{2})(\d{2})(\d{2}(?:[.,]\d+)?)?(?=[Zz+-])/;

/**
 * The day in UTC, written `2026-10-12`, that an ISO 8601 calendar date or a date-time with an offset names, in extended or
 * basic format. Undefined for anything else, and where the day in UTC lies outside the years 0 to 9999.
 */
export function readUtcDay(text: string): string | undefined {
  const extended = text
    .replace(BASIC_DATE, '$1-$2-$3')
    .replace(
      BASIC_TIME,
      (_all, t: string, ...[hour, minute, second]: string[]) =>
        `${t}${hour}:${minute}${second === undefined ? '' : `:${second}`}`,
    );
  const date = readIsoDate(extended);
  if (date !== undefined) return date;
  const milliseconds = millisecondsOf(extended);
  if (milliseconds === undefined) return undefined;
  return /^\d{4}-\d{2}-\d{2}/.exec(new Date(milliseconds).toISOString())?.[0];
}

/** The same; undefined for an absent text. */
export const instantIn = (text: string | null | undefined): Instant | undefined =>
  text ? readInstant(text) : undefined;

/** The text itself when it is a day of the calendar, written `2026-10-12`; such texts sort as their days do. */
export const readIsoDate = (text: string): string | undefined => (startOfDay(text) === undefined ? undefined : text);

/** Milliseconds at which a day begins in UTC. */
function startOfDay(text: string): number | undefined {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, day);
  // A day that the month lacks rolls over into the next month, and shows by that.
  return start.getUTCMonth() === month - 1 && start.getUTCDate() === day ? start.getTime() : undefined;
}

/** Milliseconds since midnight. */
function timeOf(text: string): number | undefined {
  const parts = TIME.exec(text);
  if (!parts) return undefined;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((parts[4] ?? '').slice(0, 3).padEnd(3, '0'));
  return ((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds;
}

/** How far the clock on the wall is ahead of UTC, and how many characters of the text say so. */
function offsetOf(text: string): { readonly length: number; readonly milliseconds: number } | undefined {
  if (/[Zz]$/.test(text)) return { length: 1, milliseconds: 0 };
  const start = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  const parts = start > 10 ? OFFSET.exec(text.slice(start)) : null;
  if (!parts) return undefined;
  const [hours, minutes] = [Number(parts[2]), Number(parts[3] ?? 0)];
  if (hours > 23 || minutes > 59) return undefined;
  const ahead = (hours * 60 + minutes) * 60_000;
  return { length: text.length - start, milliseconds: parts[1] === '-' ? -ahead : ahead };
}

/** A wait that is longer or shorter by up to a fifth, since many were refused together. `random` is in [0, 1). */
export const spread = (waitMs: number, random: number): number => Math.round(waitMs * (0.8 + 0.4 * random));
