import ICAL from 'ical.js';
import { refuseEmptyRule } from '#shared/calendars/feeds/ical/empty-rules';
import { expandedFrom } from '#shared/calendars/feeds/ical/skip-past';
import { instantInZone, localTimeInZone } from '#shared/calendars/requests/time-in-zone';
import { DAY_MS, type Instant, SECOND_MS } from '#shared/core/time';

/** An iCalendar date-time. Its zone is that of the calendar's VTIMEZONE, else an IANA name, else the default zone. */
export function instantIn(event: ICAL.Component, property: string, defaultZone: string): Instant {
  const time = timeIn(event, property);
  if (!time) throw new Error(`an event has no ${property.toUpperCase()}`);
  return instantOf(time, tzidOf(event, property), defaultZone);
}

/** Steps that expansions may still take. */
export interface ExpansionBudget {
  steps: number;
}

/** Whose occurrences are asked for: those that are not over at `from`, and begin before `until`. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * The starts of a recurring event before the end of the span, each once, without its EXDATEs; those long before it are
 * left out. Throws `TooManySteps` beyond the budget, and `EmptyRule`.
 */
export function startsOf(
  master: ICAL.Component,
  defaultZone: string,
  { from, until }: Span,
  budget: ExpansionBudget,
): readonly Instant[] {
  const tzid = tzidOf(master, 'dtstart');
  mendRules(master, defaultZone);
  const iterator = eventOf(master).iterator(firstOf(master, defaultZone, from));
  const excluded = excludedIn(master, defaultZone);
  const starts = new Set<Instant>();
  for (;;) {
    const time: ICAL.Time | undefined = iterator.next();
    if (!time) break;
    const startsAt = instantOf(time, tzid, defaultZone);
    // The library sorts further dates (RDATE) in other zones by their local time.
    if (startsAt >= until + DAY_MS) break;
    budget.steps -= 1;
    if (budget.steps < 0) throw new TooManySteps('A series has too many occurrences.');
    if (startsAt < until && !excluded.has(startsAt)) starts.add(startsAt);
  }
  return [...starts];
}

function firstOf(master: ICAL.Component, defaultZone: string, from: number): ICAL.Time | undefined {
  const start = timeIn(master, 'dtstart');
  return start && expandedFrom(start, rulesOf(master), { startsAt: instantIn(master, 'dtstart', defaultZone), from });
}

const rulesOf = (master: ICAL.Component): readonly ICAL.Recur[] =>
  master.getAllProperties('rrule').flatMap((property) => {
    const rule: unknown = property.getFirstValue();
    return rule instanceof ICAL.Recur ? [rule] : [];
  });

/** Writes the rules of an event so that the library expands them correctly. Throws `EmptyRule` for one without occurrences. */
function mendRules(master: ICAL.Component, defaultZone: string): void {
  const start = timeIn(master, 'dtstart');
  const zones = zonesFor(tzidOf(master, 'dtstart'), defaultZone);
  for (const rule of rulesOf(master)) {
    refuseEmptyRule(rule);
    if (start && !isInKnownZone(start)) endLocally(rule, zones);
    if (isOfMonthDays(rule)) rule.freq = 'MONTHLY';
  }
}

/** An UNTIL in UTC as a local time: without the zone of the start in the file, the library compares it with local times. */
function endLocally(rule: ICAL.Recur, zones: readonly string[]): void {
  if (!rule.until || !isInKnownZone(rule.until)) return;
  const at = (rule.until.toUnixTime() * SECOND_MS) as Instant;
  const local = zones.map((zone) => localTimeInZone(at, zone)).find((text) => text !== undefined);
  if (local !== undefined) rule.until = ICAL.Time.fromDateTimeString(local);
}

/**
 * Days of months in every year: by years, ical.js 2.2.1 moves 30 February to March, and miscounts days from the end of
 * a month. By months, it would miscount a COUNT.
 */
const isOfMonthDays = ({ freq, interval, count, parts }: ICAL.Recur): boolean =>
  freq === 'YEARLY' && interval === 1 && !count && Object.keys(parts).sort().join() === 'BYMONTH,BYMONTHDAY';

/** A series that cannot be expanded within the budget. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** True of an event with a rule or with further dates. */
export const isRecurring = (event: ICAL.Component): boolean => eventOf(event).isRecurring();

/** Without its overrides, for which the library would look through the whole calendar each time. */
const eventOf = (event: ICAL.Component): ICAL.Event => new ICAL.Event(event, { exceptions: [] });

/** EXDATEs as instants: they may be in another time zone than the start. */
const excludedIn = (master: ICAL.Component, defaultZone: string): ReadonlySet<Instant> =>
  new Set(
    master.getAllProperties('exdate').flatMap((property) => {
      const tzid = property.getFirstParameter('tzid') ?? '';
      const values: readonly unknown[] = property.getValues();
      return values.flatMap((value) => (value instanceof ICAL.Time ? instantOf(value, tzid, defaultZone) : []));
    }),
  );

/** From DTEND or DURATION. */
export const durationMs = (event: ICAL.Component): number => eventOf(event).duration.toSeconds() * SECOND_MS;

export const isAllDay = (event: ICAL.Component): boolean => timeIn(event, 'dtstart')?.isDate ?? true;

function timeIn(event: ICAL.Component, property: string): ICAL.Time | undefined {
  const value = event.getFirstPropertyValue(property);
  return value instanceof ICAL.Time ? value : undefined;
}

const tzidOf = (event: ICAL.Component, property: string): string =>
  event.getFirstProperty(property)?.getFirstParameter('tzid') ?? '';

function instantOf(time: ICAL.Time, tzid: string, defaultZone: string): Instant {
  if (isInKnownZone(time)) return (time.toUnixTime() * SECOND_MS) as Instant;
  const local = time.toString();
  const at = zonesFor(tzid, defaultZone)
    .map((zone) => instantInZone(local, zone))
    .find((instant) => instant !== undefined);
  if (at === undefined) throw new Error(`"${local}" is not a date and time`);
  return at;
}

/** In UTC, or in a zone that the file defines. */
const isInKnownZone = ({ zone }: ICAL.Time): boolean => Boolean(zone) && zone?.tzid !== 'floating';

/** The zones that a local time may be in, the first that exists counts. */
const zonesFor = (tzid: string, defaultZone: string): readonly string[] => [tzid, defaultZone, 'UTC'].filter(Boolean);
