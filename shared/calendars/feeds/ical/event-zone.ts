import ICAL from 'ical.js';
import type { LocalTime } from '#shared/calendars/feeds/ical/rule-starts';
import { instantInZone, localTimeInZone } from '#shared/calendars/requests/time-in-zone';
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#shared/foundation/core/time';

/** A time zone, between local times and instants. */
export interface EventZone {
  instantAt(local: LocalTime): Instant;
  localAt(at: Instant): LocalTime;
}

/** The zone of a property that has no known one itself: the name, then the default zone, the first that exists counts. */
export interface ZoneNames {
  readonly tzid: string;
  readonly defaultZone: string;
}

/** The zone of a time: UTC, that of the calendar's VTIMEZONE, else an IANA name. */
export function zoneOf({ zone }: ICAL.Time, { tzid, defaultZone }: ZoneNames): EventZone {
  if (zone && zone.tzid !== 'floating') return zone === ICAL.Timezone.utcTimezone ? UTC : definedZone(zone);
  const known = [tzid, defaultZone].find((name) => name !== '' && localTimeInZone(0 as Instant, name) !== undefined);
  return known === undefined ? UTC : namedZone(known);
}

/** What a time shows, whatever its zone. */
export const localTimeOf = ({ year, month, day, hour, minute, second }: ICAL.Time): LocalTime => {
  const at = new Date(0);
  // Date.UTC reads years below 100 as those of the twentieth century.
  at.setUTCFullYear(year, month - 1, day);
  return at.setUTCHours(hour, minute, second);
};

const UTC: EventZone = { instantAt: (local) => local as Instant, localAt: (at) => at };

const namedZone = (name: string): EventZone => ({
  instantAt: (local) => instantInZone(new Date(local).toISOString(), name) ?? (local as Instant),
  localAt: (at) => Date.parse(`${localTimeInZone(at, name)}Z`),
});

const definedZone = (zone: ICAL.Timezone): EventZone => ({
  instantAt: (local) => instantInDefined(zone, local),
  localAt: (at) => localInDefined(zone, at),
});

/** More than clocks are set back by. */
const EARLIER_MS = 3 * HOUR_MS;

/** Of a local time that occurs twice the first (RFC 5545 §3.3.5); ical.js takes the second. */
function instantInDefined(zone: ICAL.Timezone, local: LocalTime): Instant {
  const offsetMs = (at: LocalTime): number => zone.utcOffset(timeAt(at, zone)) * SECOND_MS;
  const offset = offsetMs(local);
  const before = offsetMs(local - EARLIER_MS);
  const isTwice = before > offset && offsetMs(local - (before - offset)) === before;
  return (local - (isTwice ? before : offset)) as Instant;
}

/** ical.js has the offsets of local times alone: that of the day before or of the day behind is the right one. */
function localInDefined(zone: ICAL.Timezone, at: Instant): LocalTime {
  const [before, behind] = [at - DAY_MS, at + DAY_MS].map(
    (near) => at + zone.utcOffset(timeAt(near, zone)) * SECOND_MS,
  );
  return [before, behind].find((local) => local !== undefined && instantInDefined(zone, local) === at) ?? before ?? at;
}

function timeAt(local: LocalTime, zone: ICAL.Timezone): ICAL.Time {
  const date = new Date(local);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone);
}
