import type { Instant } from '#shared/core/time';

export interface WallClock {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * When the clocks of an IANA zone show this. Of an hour that comes twice the first; of one that is skipped, the moment
 * as far after the change.
 */
export function instantInZone(wall: WallClock, zone: string): Instant {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  // The offset is read at a moment that is off by the offset itself: a second look is right, save beside a change.
  const near = asUtc - offsetMs(asUtc, zone);
  const candidates = [asUtc - offsetMs(near - DAY_MS, zone), asUtc - offsetMs(near + DAY_MS, zone)];
  const right = candidates.filter((at) => at + offsetMs(at, zone) === asUtc);
  return (right.length > 0 ? Math.min(...right) : Math.max(...candidates)) as Instant;
}

const DAY_MS = 86_400_000;

/** Whether this machine knows a zone of that name. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** How far the zone's clocks are ahead of UTC at that moment. */
function offsetMs(at: number, zone: string): number {
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(shown.find((one) => one.type === type)?.value);
  const asUtc = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return asUtc - Math.floor(at / 1000) * 1000;
}
