/** Cached: a formatter is expensive to create and used for every timestamp. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The same moment with the offset of an IANA zone: `2026-07-01T12:00:00.000+02:00`. Milliseconds stay. Anything but a
 * UTC time with a `Z` is returned unchanged.
 */
export function timeIn(zone: string, time: unknown): unknown {
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT.*Z$/.test(time)) return time;
  const at = Date.parse(time);
  if (Number.isNaN(at)) return time;
  const offset = offsetAt(at, zone);
  return new Date(at + offset * 60_000).toISOString().replace('Z', textOf(offset));
}

/** The zone's offset from UTC at that moment, in whole minutes: offsets are written without seconds. */
function offsetAt(at: number, zone: string): number {
  const shown = Object.fromEntries(
    clockIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at) / 60_000);
}

function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}

const textOf = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${twoDigits(Math.trunc(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;

const twoDigits = (number: number): string => String(number).padStart(2, '0');
