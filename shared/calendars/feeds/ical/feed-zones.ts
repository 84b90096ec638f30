import ICAL from 'ical.js';
import { MOST_RULES } from '#shared/calendars/feeds/ical/feed-bounds';
import type { FeedComponent } from '#shared/calendars/feeds/ical/feed-components';
import { type ContentLine, valueIn } from '#shared/calendars/feeds/ical/feed-lines';
import { mendedRule } from '#shared/calendars/feeds/ical/ical-rules';
import { jcalText, timesIn } from '#shared/calendars/feeds/ical/ical-times';
import { likelyZone, plainZone } from '#shared/calendars/feeds/ical/zone-names';

/** A zone that times can be in: one of IANA, an offset, or one that the file defines. */
export interface FeedZone {
  /** The TZID of a time in it, which names a VTIMEZONE of `root` only where the zone is one of the file. */
  readonly tzid: string;
}

/** The zones of one calendar of a file. */
export interface FeedZones {
  /** The parent of its events, with the VTIMEZONEs that count. */
  readonly root: ICAL.Component;
  /** The zone of that name on that day (YYYY-MM-DD); undefined for an unknown one. */
  readonly named: (name: string, day: string) => FeedZone | undefined;
}

interface Defined extends FeedZone {
  /** Of the earliest observance, YYYY-MM-DD; undefined where it has none. */
  readonly from: string | undefined;
  readonly location: string | undefined;
}

/**
 * Zones by name. A plain IANA or Windows name, or an offset, is what it says: VTIMEZONEs of that name are often wrong. Any
 * other goes by the file's VTIMEZONE where that has an observance at or before the day, else by what it most likely means.
 */
export function zonesOf(calendar: FeedComponent): FeedZones {
  const root = new ICAL.Component(['vcalendar', [], []]);
  const defined = definedIn(calendar, root);
  const known = new Map<string, FeedZone | undefined>();
  const named = (name: string, day: string): FeedZone | undefined => {
    const own = defined.get(name.toLowerCase());
    const isSet = own?.from !== undefined && own.from <= day;
    const key = `${isSet} ${name}`;
    if (!known.has(key)) known.set(key, zoneOf(name, own, isSet));
    return known.get(key);
  };
  return { root, named };
}

function zoneOf(name: string, own: Defined | undefined, isSet: boolean): FeedZone | undefined {
  const plain = plainZone(name);
  if (plain) return { tzid: plain };
  if (own && isSet) return own;
  const likely = (own?.location && likelyZone(own.location)) ?? likelyZone(name);
  if (likely) return { tzid: likely };
  return own?.from === undefined ? undefined : own;
}

/** By their names in lower case, without those of a plain name; of two with one name, the first. */
function definedIn(calendar: FeedComponent, root: ICAL.Component): ReadonlyMap<string, Defined> {
  const defined = new Map<string, Defined>();
  for (const component of calendar.components.filter(({ name }) => name === 'VTIMEZONE')) {
    const tzid = textIn(component, 'TZID');
    if (!tzid || plainZone(tzid) || defined.has(tzid.toLowerCase())) continue;
    const observances = component.components
      .flatMap(observanceIn)
      .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
    const [first] = observances;
    if (first) {
      const all = [beginning(first), ...observances.map(({ jcal }) => jcal)];
      root.addSubcomponent(new ICAL.Component(['vtimezone', [['tzid', {}, 'text', tzid]], all]));
    }
    defined.set(tzid.toLowerCase(), { tzid, from: first?.day, location: textIn(component, 'X-LIC-LOCATION') });
  }
  return defined;
}

const lineOf = ({ lines }: FeedComponent, name: string): ContentLine | undefined =>
  lines.find((line) => line.name === name);

function textIn(component: FeedComponent, name: string): string | undefined {
  const line = lineOf(component, name);
  return (line && valueIn(line).trim().replace(/^"|"$/g, '').replaceAll('\\', '')) || undefined;
}

interface Observance {
  readonly jcal: unknown[];
  readonly day: string;
  readonly offsetBefore: string;
}

/** Before the first observance, its TZOFFSETFROM counts. */
const beginning = ({ offsetBefore }: Observance): unknown[] => [
  'standard',
  [
    ['dtstart', {}, 'date-time', '1600-01-01T00:00:00'],
    ['tzoffsetfrom', {}, 'utc-offset', offsetBefore],
    ['tzoffsetto', {}, 'utc-offset', offsetBefore],
  ],
  [],
];

/** Without its lines that cannot be read; none without a start or an offset. */
function observanceIn(component: FeedComponent): readonly Observance[] {
  const line = lineOf(component, 'DTSTART');
  const [start] = line ? timesIn(line).times : [];
  const to = offsetIn(component, 'TZOFFSETTO');
  if (!start || !to) return [];
  const offsetBefore = offsetIn(component, 'TZOFFSETFROM') ?? to;
  const properties = [
    ['dtstart', {}, 'date-time', jcalText({ ...start, time: start.time ?? '00:00:00', isUtc: false })],
    ['tzoffsetfrom', {}, 'utc-offset', offsetBefore],
    ['tzoffsetto', {}, 'utc-offset', to],
    ...component.lines
      .filter(({ name }) => name === 'RRULE')
      .slice(0, MOST_RULES)
      .flatMap(ruleIn),
    ...component.lines.filter(({ name }) => name === 'RDATE').flatMap(datesIn),
  ];
  return [{ jcal: [component.name.toLowerCase(), properties, []], day: start.day, offsetBefore }];
}

/** As ical.js keeps it: `+01:00`. */
function offsetIn(component: FeedComponent, name: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] =
    /^([+-]?)(\d{1,2}):?(\d{2})?(?::?\d{2})?$/.exec(textIn(component, name) ?? '') ?? [];
  return sign === undefined ? undefined : `${sign || '+'}${hours.padStart(2, '0')}:${minutes}`;
}

function ruleIn(line: ContentLine): readonly unknown[] {
  try {
    return [ICAL.parse.property(`RRULE:${mendedRule(valueIn(line))}`)];
  } catch {
    return [];
  }
}

const datesIn = (line: ContentLine): readonly unknown[] =>
  timesIn(line).times.map((time) => [
    'rdate',
    {},
    'date-time',
    jcalText({ ...time, time: time.time ?? '00:00:00', isUtc: false }),
  ]);

/** The zone of times without one. */
export interface DefaultZone extends FeedZone {
  /** True where nothing in the file names one. */
  readonly isAssumed: boolean;
}

/**
 * The zone of times without one, and of those in an unknown one: X-WR-TIMEZONE, else the one zone that the events have,
 * else the one that the file defines, else UTC.
 */
export function defaultZoneOf(
  calendar: FeedComponent,
  events: readonly FeedComponent[],
  zones: Pick<FeedZones, 'named'>,
): DefaultZone {
  const name = textIn(calendar, 'X-WR-TIMEZONE');
  const stated = name === undefined ? undefined : zones.named(name, LATEST_DAY);
  if (stated) return { ...stated, isAssumed: false };
  const used = usedIn(events, zones);
  const known = used.size > 0 ? used : definedNames(calendar, zones);
  const [only] = known;
  return known.size === 1 && only !== undefined ? { tzid: only, isAssumed: false } : { tzid: 'UTC', isAssumed: true };
}

/** The zones of starts, as soon as they are two. */
function usedIn(events: readonly FeedComponent[], zones: Pick<FeedZones, 'named'>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const event of events) {
    const start = lineOf(event, 'DTSTART');
    const { timeZone, times } = start ? timesIn(start) : NOTHING;
    const [time] = times;
    const zone = timeZone !== null && time && !time.isUtc ? zones.named(timeZone, time.day) : undefined;
    if (zone) used.add(zone.tzid);
    if (used.size > 1) break;
  }
  return used;
}

/** Some programs define a zone and leave it out of the times. */
function definedNames(calendar: FeedComponent, zones: Pick<FeedZones, 'named'>): ReadonlySet<string> {
  const names = calendar.components.flatMap((one) => (one.name === 'VTIMEZONE' ? (textIn(one, 'TZID') ?? []) : []));
  return new Set(names.flatMap((name) => zones.named(name, LATEST_DAY)?.tzid ?? []));
}

/** On which each VTIMEZONE counts. */
const LATEST_DAY = '9999-12-31';
const NOTHING = { timeZone: null, times: [] } as const;
