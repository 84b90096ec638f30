import { DAY_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';

/**
 * The instant of a local date and time, `2026-10-12T00:00:00` without an offset, in an IANA time zone. A local time
 * that occurs twice is the earlier one; one that the clocks skip is moved on by the length of the gap. Undefined for an
 * unknown time zone and for a text that is no date and time.
 */
export function instantInZone(dateTime: string, timeZone: string): Instant | undefined {
  const asUtc = Date.parse(`${dateTime.slice(0, 19)}Z`);
  const offsetAt = offsetsOf(timeZone);
  if (Number.isNaN(asUtc) || !offsetAt) return undefined;
  // The offset changes at most once within two days.
  const before = offsetAt(asUtc - DAY_MS);
  const matching = [before, offsetAt(asUtc + DAY_MS)].find((offset) => offsetAt(asUtc - offset) === offset);
  return (asUtc - (matching ?? before)) as Instant;
}

/** The local date and time, `2026-10-12T00:00:00` without an offset, of an instant; undefined for an unknown time zone. */
export function localTimeInZone(at: Instant, timeZone: string): string | undefined {
  const offsetAt = offsetsOf(timeZone);
  return offsetAt && new Date(at + offsetAt(at)).toISOString().slice(0, 19);
}

/** Milliseconds by which local time is ahead of UTC at that moment. */
type OffsetAt = (at: number) => number;

/** Creating a format takes longer than reading a page of events. Bounded, since a provider sends the names. */
const cache = new Map<string, OffsetAt>();
const CACHE_SIZE = 100;

function offsetsOf(timeZone: string): OffsetAt | undefined {
  if (timeZone === 'UTC') return () => 0;
  const cached = cache.get(timeZone);
  if (cached) return cached;
  const offsetAt = newOffsetsOf(timeZone);
  if (cache.size >= CACHE_SIZE) cache.clear();
  if (offsetAt) cache.set(timeZone, offsetAt);
  return offsetAt;
}

function newOffsetsOf(timeZone: string): OffsetAt | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    return remembered((at) => localTimeAsUtc(format, at) - Math.floor(at / 1000) * 1000);
  } catch {
    return undefined;
  }
}

/** Formatting a time takes most of reading it, and the events of a calendar begin at few times. */
function remembered(offsetAt: OffsetAt): OffsetAt {
  const offsets = new Map<number, number>();
  return (at) => {
    // Before, offsets changed at any second.
    if (at < 0) return offsetAt(at);
    const slot = Math.floor(at / SLOT_MS);
    const known = offsets.get(slot);
    if (known !== undefined) return known;
    const offset = offsetAt(slot * SLOT_MS);
    if (offsets.size >= MOST_SLOTS) offsets.clear();
    offsets.set(slot, offset);
    return offset;
  };
}

/** Offsets change at a quarter of an hour. */
const SLOT_MS = 15 * MINUTE_MS;
const MOST_SLOTS = 2_000;

function localTimeAsUtc(format: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
