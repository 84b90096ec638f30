import ICAL from 'ical.js';
import { instantInZone } from '#shared/calendars/requests/time-in-zone';
import { type Instant, SECOND_MS } from '#shared/core/time';

/** An iCalendar date-time. Its zone is that of the calendar's VTIMEZONE, else an IANA name, else the default zone. */
export function instantIn(event: ICAL.Component, property: string, defaultZone: string): Instant {
  const time = timeIn(event, property);
  if (!time) throw new Error(`an event has no ${property.toUpperCase()}`);
  return instantOf(time, tzidOf(event, property), defaultZone);
}

/** Bounds the expansion of a rule such as FREQ=SECONDLY. */
export const MAX_ITERATIONS = 20_000;

/** Steps that expansions may still take. */
export interface ExpansionBudget {
  steps: number;
}

/** The starts of a recurring event before `until`, without its EXDATEs. Throws `TooManySteps` beyond the budget. */
export function startsOf(
  master: ICAL.Component,
  defaultZone: string,
  until: number,
  budget: ExpansionBudget = { steps: MAX_ITERATIONS },
): readonly Instant[] {
  const tzid = tzidOf(master, 'dtstart');
  const iterator = eventOf(master).iterator();
  const excluded = excludedIn(master, defaultZone);
  const starts: Instant[] = [];
  for (;;) {
    const time: ICAL.Time | undefined = iterator.next();
    if (!time) break;
    const startsAt = instantOf(time, tzid, defaultZone);
    if (startsAt >= until) break;
    budget.steps -= 1;
    if (budget.steps < 0) throw new TooManySteps('A series has too many occurrences.');
    if (!excluded.has(startsAt)) starts.push(startsAt);
  }
  return starts;
}

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
  if (time.zone && time.zone.tzid !== 'floating') return (time.toUnixTime() * SECOND_MS) as Instant;
  const local = time.toString();
  const zones = [tzid, defaultZone, 'UTC'].filter(Boolean);
  const at = zones.map((zone) => instantInZone(local, zone)).find((instant) => instant !== undefined);
  if (at === undefined) throw new Error(`"${local}" is not a date and time`);
  return at;
}
