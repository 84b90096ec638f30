import ICAL from 'ical.js';
import { type EventZone, localTimeOf, zoneOf } from '#shared/calendars/feeds/ical/event-zone';
import type { LocalTime } from '#shared/calendars/feeds/ical/rule-starts';
import { DAY_MS, type Instant, later, SECOND_MS } from '#shared/foundation/core/time';

/** When an event begins, and the zone by which its other times are read. */
export interface EventStart {
  readonly at: Instant;
  /** In its zone. */
  readonly local: LocalTime;
  readonly zone: EventZone;
}

/** The start of an event. Its zone is that of the calendar's VTIMEZONE, else an IANA name, else the default zone. */
export function startOf(event: ICAL.Component, defaultZone: string): EventStart {
  const time = timeIn(event, 'dtstart');
  if (!time) throw new Error('An event has no DTSTART.');
  const zone = zoneOf(time, { tzid: tzidOf(event.getFirstProperty('dtstart')), defaultZone });
  const local = localTimeOf(time);
  return { at: zone.instantAt(local), local, zone };
}

/** A time of an event whose times have zones, or none of which is floating. */
export function instantIn(event: ICAL.Component, property: string, defaultZone: string): Instant {
  const time = timeIn(event, property);
  if (!time) throw new Error(`An event has no ${property.toUpperCase()}.`);
  return zoneOf(time, { tzid: tzidOf(event.getFirstProperty(property)), defaultZone }).instantAt(localTimeOf(time));
}

/** Which occurrence an override is of; a date without hours is the one of that day. */
export function overriddenStart(override: ICAL.Component, series: EventStart, defaultZone: string): Instant {
  const time = timeIn(override, 'recurrence-id');
  if (!time) throw new Error('An override has no RECURRENCE-ID.');
  if (time.isDate) return series.zone.instantAt(localTimeOf(time) + timeOfDay(series.local));
  return instantOf(time, tzidOf(override.getFirstProperty('recurrence-id')), series, defaultZone);
}

const timeOfDay = (local: LocalTime): number => ((local % DAY_MS) + DAY_MS) % DAY_MS;

/** A value of RDATE or EXDATE. */
export interface ListedTime {
  readonly at: Instant;
  /** It has no hours: `at` is its midnight. */
  readonly isDate: boolean;
  /** Of a PERIOD. */
  readonly lastsMs: number | null;
}

/** The values of RDATE or EXDATE. One without a zone is in that of the event. */
export const timesListed = (
  event: ICAL.Component,
  property: 'rdate' | 'exdate',
  start: EventStart,
  defaultZone: string,
): readonly ListedTime[] =>
  event.getAllProperties(property).flatMap((one) => {
    const values: readonly unknown[] = one.getValues();
    const at = (time: ICAL.Time) => instantOf(time, tzidOf(one), start, defaultZone);
    return values.flatMap((value): readonly ListedTime[] => {
      if (value instanceof ICAL.Time) return [{ at: at(value), isDate: value.isDate, lastsMs: null }];
      if (!(value instanceof ICAL.Period)) return [];
      const from = at(value.start);
      const lastsMs = value.end ? at(value.end) - from : value.duration.toSeconds() * SECOND_MS;
      return [{ at: from, isDate: false, lastsMs }];
    });
  });

/** By its own zone, else by that of its event. */
function instantOf(time: ICAL.Time, tzid: string, { zone }: EventStart, defaultZone: string): Instant {
  const isFloating = tzid === '' && (!time.zone || time.zone.tzid === 'floating');
  return (isFloating ? zone : zoneOf(time, { tzid, defaultZone })).instantAt(localTimeOf(time));
}

/** From DTEND or DURATION; null where there is neither, and where the event would end before it begins. */
export function durationMs(event: ICAL.Component, start: EventStart, defaultZone: string): number | null {
  const end = timeIn(event, 'dtend');
  const duration: unknown = event.getFirstPropertyValue('duration');
  const lastsMs = end
    ? instantOf(end, tzidOf(event.getFirstProperty('dtend')), start, defaultZone) - start.at
    : duration instanceof ICAL.Duration && duration.toSeconds() * SECOND_MS;
  return lastsMs === false || lastsMs < 0 ? null : lastsMs;
}

/** The same occurrence, moved as a later version of its series is moved against the series. */
export function movedLike(
  original: Instant,
  version: { readonly from: Instant; readonly to: Instant },
  zone: EventZone,
): Instant {
  const local = zone.localAt(original) + zone.localAt(version.to) - zone.localAt(version.from);
  return zone.instantAt(local);
}

export const endOf = (startsAt: Instant, lastsMs: number | null): Instant | null =>
  lastsMs === null ? null : later(startsAt, lastsMs);

export const isAllDay = (event: ICAL.Component): boolean => timeIn(event, 'dtstart')?.isDate ?? true;

function timeIn(event: ICAL.Component, property: string): ICAL.Time | undefined {
  const value: unknown = event.getFirstPropertyValue(property);
  return value instanceof ICAL.Time ? value : undefined;
}

const tzidOf = (property: ICAL.Property | null): string => property?.getFirstParameter('tzid') ?? '';
