import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';

/** Made once for a zone: making one takes longer than all else here. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
};

const isUtc = (zone: string): boolean => zone === 'UTC' || zone === 'Etc/UTC';

/** What a clock on the wall shows, written as if it were UTC. */
export function wallClock(at: Instant, zone: string): Date {
  if (isUtc(zone)) return new Date(at);
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** `2026-11-02T10:00:00`. */
export const wallText = (at: Instant, zone: string): string => wallClock(at, zone).toISOString().slice(0, 19);

/** `20261102T100000`. */
export const compactText = (at: Instant, zone: string): string => wallText(at, zone).replaceAll(/[-:]/g, '');

/** RFC 3339 with the zone's offset, as Google writes times: `2026-11-02T10:00:00+01:00`. */
export function offsetText(at: Instant, zone: string): string {
  if (isUtc(zone)) return `${wallText(at, zone)}Z`;
  const wall = wallClock(at, zone);
  const minutes = Math.round((wall.getTime() - at) / MINUTE_MS);
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${wallText(at, zone)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
};
