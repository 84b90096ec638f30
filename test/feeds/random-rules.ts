import { seededRandom } from '#test/benchmarks/random';

/** A rule and the local time at which it begins. */
export interface RandomRule {
  /** YYYYMMDDTHHMMSS. */
  readonly start: string;
  readonly rule: string;
}

/** Rules of every part that RFC 5545 has, in the combinations that it allows and in some that it does not. */
export function randomRules(count: number, seed: number): readonly RandomRule[] {
  const draw = new Draw(seededRandom(seed));
  return Array.from({ length: count }, () => aRule(draw));
}

class Draw {
  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.int(0, items.length - 1)] ?? items[0];
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  some(most: number, item: () => number | string): string {
    return [...new Set(Array.from({ length: this.int(1, most) }, item))].join();
  }

  /** Above or below zero, as places from the beginning and from the end are. */
  signed(number: number): number {
    return this.chance(0.35) ? -number : number;
  }
}

const FREQUENCIES = [
  'DAILY',
  'WEEKLY',
  'WEEKLY',
  'MONTHLY',
  'MONTHLY',
  'YEARLY',
  'YEARLY',
  'HOURLY',
  'MINUTELY',
] as const;
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const DAY_MS = 86_400_000;

function aRule(draw: Draw): RandomRule {
  const freq = draw.of(FREQUENCIES);
  const startsAt = Date.UTC(
    draw.int(2019, 2026),
    draw.int(0, 11),
    draw.int(1, 31),
    draw.int(0, 23),
    draw.of([0, 15, 30]),
  );
  const by = byParts(draw, freq);
  const places =
    by.length > 0 && draw.chance(0.25) ? [`BYSETPOS=${draw.some(3, () => draw.signed(draw.int(1, 4)))}`] : [];
  const parts = [`FREQ=${freq}`, ...intervalOf(draw, freq), ...by, ...places, ...endOf(draw, startsAt)];
  if (draw.chance(0.2)) parts.push(`WKST=${draw.of(DAYS)}`);
  return { start: compact(startsAt), rule: parts.join(';') };
}

function intervalOf(draw: Draw, freq: string): readonly string[] {
  if (draw.chance(0.5)) return [];
  if (freq === 'MINUTELY') return [`INTERVAL=${draw.of([15, 30, 45, 60, 90, 1440])}`];
  return [`INTERVAL=${freq === 'HOURLY' ? draw.of([2, 5, 6, 7, 12, 24, 36]) : draw.int(1, freq === 'YEARLY' ? 3 : 9)}`];
}

function byParts(draw: Draw, freq: string): readonly string[] {
  const isYearly = freq === 'YEARLY';
  const hasPlaces = isYearly || freq === 'MONTHLY';
  const hasClock = freq !== 'HOURLY' && freq !== 'MINUTELY';
  const part = (share: number, name: string, most: number, item: () => number | string): readonly string[] =>
    draw.chance(share) ? [`${name}=${draw.some(most, item)}`] : [];
  const isPlaced = hasPlaces && draw.chance(0.4);
  const isMixed = isPlaced && draw.chance(0.1);
  const weeks = part(isYearly ? 0.25 : 0, 'BYWEEKNO', 4, () => draw.signed(draw.int(1, 53)));
  return [
    ...weeks,
    ...part(isYearly && weeks.length === 0 ? 0.2 : 0, 'BYYEARDAY', 4, () => draw.signed(draw.int(1, 366))),
    ...part(isYearly ? 0.4 : 0.15, 'BYMONTH', 4, () => draw.int(1, 12)),
    ...part(freq === 'WEEKLY' ? 0 : 0.25, 'BYMONTHDAY', 4, () =>
      draw.signed(draw.of([1, 2, 5, 13, 15, 28, 29, 30, 31])),
    ),
    ...part(
      0.5,
      'BYDAY',
      4,
      () =>
        `${isPlaced && weeks.length === 0 && !(isMixed && draw.chance(0.5)) ? draw.signed(draw.int(1, 5)) : ''}${draw.of(DAYS)}`,
    ),
    ...part(hasClock ? 0.08 : 0, 'BYHOUR', 3, () => draw.int(0, 23)),
    ...part(hasClock ? 0.06 : 0, 'BYMINUTE', 3, () => draw.of([0, 15, 30, 45])),
  ];
}

function endOf(draw: Draw, startsAt: number): readonly string[] {
  const kind = draw.random();
  if (kind < 0.25) return [`COUNT=${draw.int(1, 40)}`];
  return kind < 0.5 ? [`UNTIL=${compact(startsAt + draw.int(0, 1500) * DAY_MS)}Z`] : [];
}

const compact = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.000Z/g, '');
