import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { compactText, wallClock } from '#test/doubles/calendar-providers/calendar/zones';
import { anIcalEvent } from '#test/support/fake-feed';

/** A recurring event as a feed has it, and the window in which it is read. */
export interface DrawnSeries {
  readonly zone: string;
  /** With a VTIMEZONE, where the shipped calendar has one of the zone. */
  readonly isZoneDefined: boolean;
  readonly startsAt: Instant;
  readonly rule: string;
  readonly minutes: number;
  /** Starts of the rule that the file excludes. */
  readonly excluded: readonly Instant[];
  /** Further starts (RDATE). */
  readonly added: readonly Instant[];
  /** Both are in UTC rather than in the zone of the event. */
  readonly isInUtc: boolean;
  /** Overrides (RECURRENCE-ID), by the start in the rule. */
  readonly moved: readonly { readonly from: Instant; readonly to: Instant }[];
  readonly window: SyncWindow;
}

/** With and without summer time, on both hemispheres, and with a change of half an hour. */
const ZONES = ['UTC', 'Europe/Zurich', 'America/New_York', 'Australia/Sydney', 'Australia/Lord_Howe', 'Asia/Kolkata'];

/** Around the changes of the clocks of these zones, and around the end of a February. */
const NOW = ['2026-03-20', '2026-04-01', '2026-10-20', '2026-10-30', '2028-02-15', '2026-12-20'].map(
  (day) => Date.parse(`${day}T12:00:00Z`) as Instant,
);

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const days = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 4 }).map((some) => some.join(','));
const monthDays = fc
  .uniqueArray(fc.constantFrom(1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -15), { minLength: 1, maxLength: 3 })
  .map((some) => `BYMONTHDAY=${some.join(',')}`);
const nthDays = fc
  .uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), fc.constantFrom(...DAYS)), {
    minLength: 1,
    maxLength: 3,
    selector: String,
  })
  .map((some) => `BYDAY=${some.map((one) => one.join('')).join(',')}`);
const lastOfDays = fc
  .tuple(days, fc.constantFrom(1, 2, -1, -2))
  .map(([some, position]) => `BYDAY=${some};BYSETPOS=${position}`);
const months = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
  .map((some) => `BYMONTH=${some.toSorted((one, other) => one - other).join(',')}`);
const maybe = (part: fc.Arbitrary<string>) => fc.option(part, { nil: '' });
const plainDays = days.map((some) => `BYDAY=${some}`);

const ruleParts = fc.oneof(
  fc.tuple(fc.constant('FREQ=DAILY'), fc.constantFrom(1, 2, 3, 7), maybe(fc.oneof(plainDays, months))),
  fc.tuple(fc.constantFrom('FREQ=WEEKLY', 'FREQ=WEEKLY;WKST=SU'), fc.constantFrom(1, 2, 3), maybe(plainDays)),
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    fc.constantFrom(1, 2, 3),
    maybe(fc.oneof(monthDays, nthDays, lastOfDays, plainDays)),
  ),
  fc.tuple(
    fc.constant('FREQ=YEARLY'),
    fc.constant(1),
    maybe(fc.tuple(months, fc.oneof(monthDays, nthDays)).map((both) => both.join(';'))),
  ),
);
const end = fc.oneof(
  fc.constant({}),
  fc.record({ count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ untilDays: fc.integer({ min: -20, max: 40 }) }),
);

const drawn = fc.record({
  zone: fc.constantFrom(...ZONES),
  isZoneDefined: fc.boolean(),
  now: fc.constantFrom(...NOW),
  /** Of the first day that is looked at for the start of the series, before the window. */
  daysBefore: fc.integer({ min: -25, max: 800 }),
  minuteOfDay: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  parts: ruleParts,
  end: end as fc.Arbitrary<{ readonly count?: number; readonly untilDays?: number }>,
  minutes: fc.constantFrom(0, 30, 60, 3 * 24 * 60),
  excluded: fc.uniqueArray(fc.nat(11), { maxLength: 4 }),
  added: fc.uniqueArray(fc.tuple(fc.integer({ min: -5, max: 30 }), fc.constantFrom(0, 5)), { maxLength: 3 }),
  isInUtc: fc.boolean(),
  moved: fc.uniqueArray(fc.tuple(fc.nat(11), fc.integer({ min: -60, max: 60 })), {
    maxLength: 2,
    selector: ([nth]) => nth,
  }),
});

/** Series that begin with the first occurrence of their rule, as RFC 5545 asks, and have one at all. */
export const series: fc.Arbitrary<DrawnSeries> = drawn.map((one) => seriesOf(one)).filter((one) => one !== undefined);

function seriesOf({ now, daysBefore, minuteOfDay, parts, ...one }: Drawn): DrawnSeries | undefined {
  const window = windowAt(now);
  const [freq, interval, by] = parts;
  const rule = [freq, `INTERVAL=${interval}`, by].filter(Boolean).join(';');
  const day = isoOf(later(now, -daysBefore * DAY_MS)).slice(0, 10);
  const firstDay = Date.parse(`${day}T00:00:00Z`) + minuteOfDay * MINUTE_MS;
  const startsAt = firstStart(one.zone, rule, firstDay as Instant);
  if (startsAt === undefined || !isOnce(startsAt, one.zone)) return undefined;
  const ended = `${rule}${endOf(rule, one.end, now)}`;
  const byRule = startsIn(
    { zone: one.zone, rule: ended, startsAt },
    { from: later(window.from, -4 * DAY_MS), to: window.to },
  );
  const nthStart = (nth: number): readonly Instant[] => byRule.slice(nth, nth + 1);
  const excluded = one.excluded.flatMap(nthStart);
  return {
    ...{ zone: one.zone, isZoneDefined: one.isZoneDefined, startsAt, rule: ended, minutes: one.minutes },
    ...{ isInUtc: one.isInUtc, window },
    excluded,
    added: one.added.map(([days, hours]) => later(now, days * DAY_MS + hours * HOUR_MS)),
    moved: one.moved.flatMap(([nth, hours]) =>
      nthStart(nth)
        .filter((from) => !excluded.includes(from))
        .map((from) => ({ from, to: later(from, hours * HOUR_MS) }))
        .filter(({ to }) => isOnce(to, one.zone)),
    ),
  };
}

/** Outside the hours that clocks skip or repeat, which libraries read differently. */
const isOnce = (at: Instant, zone: string): boolean => wallClock(at, zone).getUTCHours() >= 3;

type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never;

/** A COUNT of days of months in every year is left out: ical.js 2.2.1 miscounts it. */
const endOf = (rule: string, { count, untilDays }: Drawn['end'], now: Instant): string => {
  if (count !== undefined && /YEARLY.*BYMONTHDAY/.test(rule)) return '';
  if (count !== undefined) return `;COUNT=${count}`;
  return untilDays === undefined ? '' : `;UNTIL=${compactText(later(now, untilDays * DAY_MS), 'UTC')}Z`;
};

const ruleFrom = ({ zone, rule, startsAt }: Pick<DrawnSeries, 'zone' | 'rule' | 'startsAt'>): RRuleTemporal =>
  new RRuleTemporal({ rruleString: `${stamp('DTSTART', zone, [startsAt])}\nRRULE:${rule}` });

/** Undefined where the rule has none, such as 30 February. */
function firstStart(zone: string, rule: string, startsAt: Instant): Instant | undefined {
  const from = later(startsAt, 0);
  return startsIn({ zone, rule, startsAt }, { from, to: later(from, 5 * 366 * DAY_MS) })[0];
}

const startsIn = (one: Pick<DrawnSeries, 'zone' | 'rule' | 'startsAt'>, { from, to }: SyncWindow): readonly Instant[] =>
  ruleFrom(one)
    .between(new Date(from), new Date(to), true)
    .map(({ epochMilliseconds }) => epochMilliseconds as Instant);

/** The starts in the window by the other library, in order. */
export function expectedStarts(one: DrawnSeries): readonly string[] {
  const { window, minutes, excluded, added, moved } = one;
  const byRule = startsIn(one, { from: later(window.from, -minutes * MINUTE_MS), to: window.to });
  const taken = new Set([...excluded, ...moved.map(({ from }) => from)]);
  const starts = new Set([...byRule, ...added].filter((start) => !taken.has(start)));
  return [...starts, ...moved.map(({ to }) => to)]
    .filter((at) => at < window.to && (at >= window.from || later(at, minutes * MINUTE_MS) > window.from))
    .map(isoOf)
    .sort();
}

const SHIPPED = readFileSync('assets/demo/calendar.ics', 'utf8');

const definitionsOf = (zone: string): readonly string[] =>
  (SHIPPED.match(/BEGIN:VTIMEZONE[\s\S]*?END:VTIMEZONE/g) ?? []).filter((text) => text.includes(`TZID:${zone}`));

/** The lines of the event and of its overrides. */
export function inFile({ zone, startsAt, rule, minutes, moved, excluded, added, ...one }: DrawnSeries) {
  const lasts = `DURATION:PT${minutes}M`;
  const zoneOfDates = one.isInUtc ? 'UTC' : zone;
  return [
    ...(one.isZoneDefined ? definitionsOf(zone) : []),
    anIcalEvent(
      'series@acme.test',
      stamp('DTSTART', zone, [startsAt]),
      lasts,
      `RRULE:${rule}`,
      ...(excluded.length > 0 ? [stamp('EXDATE', zoneOfDates, excluded)] : []),
      ...added.map((at) => stamp('RDATE', zoneOfDates, [at])),
    ),
    ...moved.map(({ from, to }) =>
      anIcalEvent('series@acme.test', stamp('RECURRENCE-ID', zone, [from]), stamp('DTSTART', zone, [to]), lasts),
    ),
  ];
}

function stamp(property: string, zone: string, at: readonly Instant[]): string {
  const values = at.map((one) => compactText(one, zone));
  return zone === 'UTC' ? `${property}:${values.map((value) => `${value}Z`)}` : `${property};TZID=${zone}:${values}`;
}
