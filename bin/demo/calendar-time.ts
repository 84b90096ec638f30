import ICAL from 'ical.js';
import { instantInZone, isZone } from '#bin/demo/wall-clock';
import { type Instant, later, SECOND_MS } from '#shared/core/time';

/** Times are read by the calendar's own definition of their zone; else by this machine's; else in `zone`, an IANA name. */
export function instantIn(event: ICAL.Component, name: string, zone: string): Instant {
  const time = timeIn(event, name);
  if (!time) throw new Error(`an event has no ${name.toUpperCase()}`);
  return instantOf(time, tzidOf(event, name), zone);
}

export function endOf(event: ICAL.Component, zone: string): Instant {
  if (event.hasProperty('dtend')) return instantIn(event, 'dtend', zone);
  return later(instantIn(event, 'dtstart', zone), new ICAL.Event(event).duration.toSeconds() * SECOND_MS);
}

/** A rule that comes by the second would otherwise be followed for ever. */
const MOST_STEPS = 20_000;

/** When a rule has its event take place, from its beginning until that moment, without those that were taken out. */
export function startsOf(master: ICAL.Component, zone: string, until: number): readonly Instant[] {
  const tzid = tzidOf(master, 'dtstart');
  const iterator = new ICAL.Event(master).iterator();
  const starts: Instant[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const time = iterator.next() as ICAL.Time | undefined;
    if (!time) break;
    const startsAt = instantOf(time, tzid, zone);
    if (startsAt >= until) break;
    starts.push(startsAt);
  }
  return starts;
}

export const isAllDay = (event: ICAL.Component): boolean => timeIn(event, 'dtstart')?.isDate ?? true;

function timeIn(event: ICAL.Component, name: string): ICAL.Time | undefined {
  const value = event.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : undefined;
}

const tzidOf = (event: ICAL.Component, name: string): string | undefined =>
  event.getFirstProperty(name)?.getFirstParameter('tzid');

function instantOf(time: ICAL.Time, tzid: string | undefined, zone: string): Instant {
  if (time.zone && time.zone.tzid !== 'floating') return (time.toUnixTime() * SECOND_MS) as Instant;
  return instantInZone(time, tzid && isZone(tzid) ? tzid : zone);
}
