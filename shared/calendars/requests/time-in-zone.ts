import { DAY_MS, type Instant } from '#shared/core/time';

/**
 * The moment at which clocks in an IANA zone show a date and time, `2026-10-12T00:00:00` without an offset. Of two such
 * moments it is the first; where clocks skip it, it is as much later as they skip. Undefined for a zone nobody knows or
 * a time that is none.
 */
export function instantInZone(dateTime: string, zone: string): Instant | undefined {
  const asUtc = Date.parse(`${dateTime.slice(0, 19)}Z`);
  const offsetAt = offsetsOf(zone);
  if (Number.isNaN(asUtc) || !offsetAt) return undefined;
  const before = offsetAt(asUtc - DAY_MS);
  const shown = [before, offsetAt(asUtc + DAY_MS)].find((offset) => offsetAt(asUtc - offset) === offset);
  return (asUtc - (shown ?? before)) as Instant;
}

type OffsetAt = (at: number) => number;

/** A format takes longer to make than a page of times takes to read. Bounded, since the names come from outside. */
const known = new Map<string, OffsetAt>();
const MOST_KNOWN = 100;

/** Milliseconds by which clocks in a zone are ahead of UTC, by moment. */
function offsetsOf(zone: string): OffsetAt | undefined {
  if (zone === 'UTC') return () => 0;
  const before = known.get(zone);
  if (before) return before;
  const made = newOffsetsOf(zone);
  if (known.size >= MOST_KNOWN) known.clear();
  if (made) known.set(zone, made);
  return made;
}

function newOffsetsOf(zone: string): OffsetAt | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    return (at) => shownBy(format, at) - Math.floor(at / 1000) * 1000;
  } catch {
    return undefined;
  }
}

function shownBy(format: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
