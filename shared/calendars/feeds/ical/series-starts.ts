import type ICAL from 'ical.js';
import { refuseEmptyRule } from '#shared/calendars/feeds/ical/empty-rules';
import { type EventStart, timesListed } from '#shared/calendars/feeds/ical/event-times';
import type { EventZone } from '#shared/calendars/feeds/ical/event-zone';
import { type Budget, spend } from '#shared/calendars/feeds/ical/expansion-budget';
import { type RecurrenceRule, recurrenceRule, UnreadableRule } from '#shared/calendars/feeds/ical/recurrence-rule';
import { type LocalTime, ruleStarts } from '#shared/calendars/feeds/ical/rule-starts';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';

/** Whose occurrences are asked for: those that begin from `from` on, and before `until`. */
export interface StartsSpan {
  readonly from: number;
  readonly until: number;
}

/** An occurrence of a series, as its rules and dates say. */
export interface SeriesStart {
  readonly startsAt: Instant;
  /** Of a PERIOD of RDATE; null where it lasts as long as the event. */
  readonly lastsMs: number | null;
}

/** True of an event with a rule or with further dates. */
export const isRecurring = (event: ICAL.Component): boolean => event.hasProperty('rrule') || event.hasProperty('rdate');

/**
 * The starts of a recurring event in the span, each once: its DTSTART, those of its rules (RRULE) and its further dates
 * (RDATE), without those that are excluded (EXDATE, EXRULE). A DTSTART behind the end of its rules is none. Throws
 * `TooManySteps` beyond the budget, `EmptyRule`, and `UnreadableRule`.
 */
export function startsOf(
  master: ICAL.Component,
  start: EventStart,
  defaultZone: string,
  span: StartsSpan,
  budget: Budget,
): readonly SeriesStart[] {
  const rules = rulesOf(master, 'rrule', start.zone);
  const listed = timesListed(master, 'rdate', start, defaultZone).filter(({ isDate }) => !isDate);
  const isExcluded = exclusion(master, start, defaultZone, span, budget);
  const isOver = rules.length > 0 && rules.every(({ isAfterEnd }) => isAfterEnd(start.local, start.at));
  const starts = new Map<Instant, SeriesStart>();
  const add = (startsAt: Instant, lastsMs: number | null) => {
    const isKnown = starts.has(startsAt) && lastsMs === null;
    if (isKnown || startsAt < span.from || startsAt >= span.until || isExcluded(startsAt)) return;
    starts.set(startsAt, { startsAt, lastsMs });
  };
  if (!isOver) add(start.at, null);
  for (const rule of rules) for (const startsAt of instantsOf(rule, start, span, budget)) add(startsAt, null);
  for (const { at, lastsMs } of listed) add(at, lastsMs);
  return [...starts.values()];
}

interface EndingRule {
  readonly rule: RecurrenceRule;
  /** True of a time behind its UNTIL. */
  isAfterEnd(local: LocalTime, at: Instant): boolean;
}

function rulesOf(master: ICAL.Component, name: 'rrule' | 'exrule', zone: EventZone): readonly EndingRule[] {
  return master.getAllProperties(name).flatMap((property) => {
    const rule = recurrenceRule(ruleText(property));
    if (!rule) return [];
    refuseEmptyRule(rule);
    return [{ rule, isAfterEnd: endIn(rule, zone) }];
  });
}

/** As the file has it, or as ical.js writes what it has read. */
function ruleText(property: ICAL.Property): string {
  const value: unknown = property.getFirstValue();
  return typeof value === 'string' ? value : property.toICALString().replace(/^[^:]*:/, '');
}

const UNTIL = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(Z)?)?$/;

/** A date is its whole day in the zone of the event, and a time without a Z is one of that zone. */
function endIn({ until }: RecurrenceRule, zone: EventZone): EndingRule['isAfterEnd'] {
  if (until === null) return () => false;
  const [, year, month, day, hour, minute, second = '00', isUtc] = UNTIL.exec(until) ?? [];
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new UnreadableRule('UNTIL is no time.');
  if (hour === undefined) return (local) => local >= midnight + DAY_MS;
  const end = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(end)) throw new UnreadableRule('UNTIL is no time.');
  const endAt = isUtc ? end : zone.instantAt(end);
  return (_local, at) => at > endAt;
}

/** More than local times differ from UTC. */
const MARGIN_MS = 2 * DAY_MS;
/** Steps of the budget that the instant of a local time costs. */
const INSTANT_STEPS = 20;

function* instantsOf(
  { rule, isAfterEnd }: EndingRule,
  { local: start, zone }: EventStart,
  span: StartsSpan,
  budget: Budget,
) {
  const within = { from: span.from - MARGIN_MS, to: span.until + MARGIN_MS };
  for (const local of ruleStarts(rule, start, within, budget)) {
    spend(budget, INSTANT_STEPS);
    const startsAt = zone.instantAt(local);
    if (isAfterEnd(local, startsAt)) return;
    yield startsAt;
  }
}

/** EXDATEs are instants, since they may be in another time zone than the start; a date excludes its whole day. */
function exclusion(
  master: ICAL.Component,
  start: EventStart,
  defaultZone: string,
  span: StartsSpan,
  budget: Budget,
): (at: Instant) => boolean {
  const { zone } = start;
  const listed = timesListed(master, 'exdate', start, defaultZone);
  const days = new Set(listed.filter(({ isDate }) => isDate).map(({ at }) => dayOf(at, zone)));
  const times = new Set(listed.filter(({ isDate }) => !isDate).map(({ at }) => at));
  for (const rule of rulesOf(master, 'exrule', zone))
    for (const at of instantsOf(rule, start, span, budget)) times.add(at);
  return (at) => times.has(at) || (days.size > 0 && days.has(dayOf(at, zone)));
}

const dayOf = (at: Instant, zone: EventZone): number => Math.floor(zone.localAt(at) / DAY_MS);
