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
const MAX_ITERATIONS = 20_000;

/** The starts of a recurring event before `until`, without its EXDATEs. */
export function startsOf(master: ICAL.Component, defaultZone: string, until: number): readonly Instant[] {
  const tzid = tzidOf(master, 'dtstart');
  const iterator = new ICAL.Event(master).iterator();
  const starts: Instant[] = [];
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const time: ICAL.Time | undefined = iterator.next();
    if (!time) break;
    const startsAt = instantOf(time, tzid, defaultZone);
    if (startsAt >= until) break;
    starts.push(startsAt);
  }
  return starts;
}

/** From DTEND or DURATION. */
export const durationMs = (event: ICAL.Component): number => new ICAL.Event(event).duration.toSeconds() * SECOND_MS;

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
