import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { isCancelledTitle } from '#shared/calendars/feeds/ical/cancelled-title';
import { instantIn } from '#shared/calendars/feeds/ical/event-times';
import { MOST_RULES } from '#shared/calendars/feeds/ical/feed-bounds';
import type { FeedComponent } from '#shared/calendars/feeds/ical/feed-components';
import { type ContentLine, valueIn } from '#shared/calendars/feeds/ical/feed-lines';
import type { DefaultZone, FeedZone, FeedZones } from '#shared/calendars/feeds/ical/feed-zones';
import { mendedRule } from '#shared/calendars/feeds/ical/ical-rules';
import { durationIn, jcalText, secondsText, type TimeValues, timesIn } from '#shared/calendars/feeds/ical/ical-times';
import { occurrenceId } from '#shared/calendars/feeds/ical/occurrence-id';
import type { EventNote, EventPlace, NoteCode, UnreadEvent } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS } from '#shared/foundation/core/time';
import { callIn } from '#shared/meetings/meetings/rules/read-link';

/** What the lines of one VEVENT say. */
export interface ReadEvent {
  readonly uid: string;
  /**
   * Its times are in UTC or have a TZID: an IANA name, an offset, or that of a VTIMEZONE of its parent. Its end is a
   * DURATION. Undefined where it cannot be read.
   */
  readonly component: ICAL.Component | undefined;
  readonly notes: readonly (EventNote | UnreadEvent)[];
}

/** Of the calendar that the event stands in. */
export interface EventContext {
  readonly zones: FeedZones;
  /** For times without a zone, and for those in an unknown one. */
  readonly defaultZone: () => DefaultZone;
}

/** Its cost is its own: what cannot be read of it is noted, with the line. */
export function eventIn(event: FeedComponent, context: EventContext): ReadEvent {
  return new EventReading(event, context).read();
}

class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly line: ContentLine | undefined;

  constructor(what: string, line: ContentLine | undefined) {
    super(what);
    this.line = line;
  }
}

type Jcal = readonly unknown[];

class EventReading {
  private readonly notes: (EventNote | UnreadEvent)[] = [];
  private readonly byName: ReadonlyMap<string, readonly ContentLine[]>;
  private readonly uid: string;

  private readonly event: FeedComponent;
  private readonly context: EventContext;

  constructor(event: FeedComponent, context: EventContext) {
    this.event = event;
    this.context = context;
    this.byName = Map.groupBy(event.lines, ({ name }) => name);
    const uid = this.text('UID').trim();
    this.uid = uid !== '' && uid.length <= LONGEST_UID ? uid : this.madeUid();
    if (this.uid !== uid) this.note('missing_uid', 'UID', this.first('UID'));
  }

  read(): ReadEvent {
    for (const line of this.event.badLines) this.note('unreadable_event', 'a line without a name', line);
    return { uid: this.uid, component: this.component(), notes: this.notes };
  }

  private component(): ICAL.Component | undefined {
    try {
      return this.readable();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return this.unread(error);
    }
  }

  /** Throws `Unreadable`. */
  private readable(): ICAL.Component {
    const original = this.originalStart();
    const startLine = this.first('DTSTART');
    const start = startLine ? timesIn(startLine) : original;
    const [time] = start?.times ?? [];
    if (!start || !time) throw new Unreadable('DTSTART', startLine);
    const zone = this.zoneOf(start, 'DTSTART', startLine);
    const component = new ICAL.Component(
      [
        'vevent',
        [
          ['uid', {}, 'text', this.uid],
          ...timeProperties('dtstart', { ...start, times: [time], periods: [] }, zone),
          ...(original ? this.recurrenceId(original, zone) : []),
          ...this.rules({ ...start, times: [time], periods: [] }, zone),
          ...['RDATE', 'EXDATE'].flatMap((name) => this.dates(name, zone)),
          ...this.contents(),
        ],
        [],
      ],
      this.context.zones.root,
    );
    this.end(component, zone, time.time === null);
    return component;
  }

  private originalStart(): TimeValues | undefined {
    const line = this.first('RECURRENCE-ID');
    if (!line) return undefined;
    const { times, ...values } = timesIn(line);
    if (times.length === 0) throw new Unreadable('RECURRENCE-ID', line);
    return { ...values, times: times.slice(0, 1) };
  }

  private recurrenceId(original: TimeValues, own: FeedZone): readonly Jcal[] {
    const line = this.first('RECURRENCE-ID');
    const isOfRest = /;\s*RANGE\s*=\s*"?THISANDFUTURE/i.test(line?.text ?? '');
    const zone = this.zoneOf(original, 'RECURRENCE-ID', line, own);
    return timeProperties('recurrence-id', original, zone, isOfRest ? { range: 'THISANDFUTURE' } : {});
  }

  /** Zones of the other times of an event are its own, unless they name one. */
  private zoneOf(
    { timeZone, times, periods }: TimeValues,
    name: string,
    line: ContentLine | undefined,
    own?: FeedZone,
  ): FeedZone {
    const [first] = [...times, ...periods.map(([start]) => start)];
    if (times.every(({ time, isUtc }) => time === null || isUtc) && periods.every(([{ isUtc }]) => isUtc)) return UTC;
    if (timeZone === null || !first) return own ?? this.zoneWithoutName(name, line);
    const zone = this.context.zones.named(timeZone, first.day);
    if (zone) return zone;
    if (name !== 'DTEND') this.note('unknown_time_zone', `TZID=${timeZone}`, line);
    return this.context.defaultZone();
  }

  /** Where nothing in the file says which, the event may begin hours from where it is put. */
  private zoneWithoutName(name: string, line: ContentLine | undefined): FeedZone {
    const zone = this.context.defaultZone();
    if (zone.isAssumed && name === 'DTSTART' && !this.isFlaggedAllDay()) this.note('unknown_time_zone', name, line);
    return zone;
  }

  /**
   * Of a rule that cannot be read, or is one of too many, the start counts alone, and the rest of its series stays as it
   * was imported last.
   */
  private rules(start: TimeValues, zone: FeedZone): readonly Jcal[] {
    const lines = [...this.lines('RRULE'), ...this.lines('EXRULE')];
    const rules = lines.map((line) => ({ line, rule: mendedRule(valueIn(line)) })).filter(({ rule }) => rule !== '');
    const bad = rules[MOST_RULES] ?? rules.find(({ rule }) => !isRule(rule));
    if (!bad) return rules.map(({ line, rule }) => ruleProperty(line.name, rule));
    const place = this.placeOf(bad.line.name, bad.line);
    this.notes.push({ kind: 'unread', id: this.uid, code: 'unreadable_series', place });
    return timeProperties('rdate', start, zone);
  }

  private dates(name: string, zone: FeedZone): readonly Jcal[] {
    return this.lines(name).flatMap((line) => {
      if (valueIn(line).trim() === '') return [];
      const values = timesIn(line);
      if (values.hasUnreadable) this.note('unreadable_event', name, line);
      return timeProperties(name.toLowerCase(), values, this.zoneOf(values, name, line, zone));
    });
  }

  /** Texts and people. One that cannot be read as it stands is read without its parameters. */
  private contents(): readonly Jcal[] {
    const contents = this.event.lines.flatMap((line) => {
      const type = CONTENTS[line.name];
      if (type !== undefined) return line.name === 'STATUS' && this.isCancelled() ? [] : [contentIn(line, type)];
      return isOtherCallLine(line) ? [contentIn({ ...line, name: OTHER_CALL }, 'text')] : [];
    });
    return this.isCancelled() ? [...contents, ['status', {}, 'text', 'CANCELLED']] : contents;
  }

  /** Writes how long it lasts, and a date in place of a start that stands for a whole day. */
  private end(component: ICAL.Component, zone: FeedZone, hasDays: boolean): void {
    const lastsMs = hasDays ? undefined : this.lastsMs(component, zone);
    if (lastsMs !== undefined && lastsMs >= 0)
      component.addProperty(new ICAL.Property(['duration', {}, 'duration', secondsText(lastsMs)]));
    const start = component.getFirstPropertyValue('dtstart');
    if (!(start instanceof ICAL.Time) || !this.isFlaggedAllDay()) return;
    const isMidnight = start.toString().slice(11, 19) === '00:00:00';
    if (!isMidnight && !(lastsMs && lastsMs % DAY_MS === 0)) return;
    component.removeAllProperties('dtstart');
    component.addProperty(new ICAL.Property(['dtstart', {}, 'date', start.toString().slice(0, 10)]));
  }

  private lastsMs(component: ICAL.Component, zone: FeedZone): number | undefined {
    const end = this.first('DTEND');
    if (!end) return this.duration();
    const values = timesIn(end);
    const [time] = values.times;
    if (!time) this.note('unreadable_event', 'DTEND', end);
    if (!time?.time) return undefined;
    const properties = timeProperties('dtend', { ...values, times: [time] }, this.zoneOf(values, 'DTEND', end, zone));
    for (const property of properties) component.addProperty(new ICAL.Property(property as unknown[]));
    const lastsMs = instantIn(component, 'dtend', zone.tzid) - instantIn(component, 'dtstart', zone.tzid);
    component.removeAllProperties('dtend');
    return lastsMs;
  }

  private duration(): number | undefined {
    const line = this.first('DURATION');
    if (!line) return undefined;
    const lastsMs = durationIn(valueIn(line));
    if (lastsMs === undefined) this.note('unreadable_event', 'DURATION', line);
    return lastsMs;
  }

  private isFlaggedAllDay(): boolean {
    return ALL_DAY_FLAGS.some((name) => /^\s*(?:TRUE|1)\s*$/i.test(this.text(name)));
  }

  /** An exception leaves its place free, and stays as it was imported last. */
  private unread({ message, line }: Unreadable): ICAL.Component | undefined {
    const place = this.placeOf(message, line);
    const originalLine = this.first('RECURRENCE-ID');
    if (!originalLine) {
      if (!this.isCancelled()) this.notes.push({ kind: 'unread', id: this.uid, code: 'unreadable_event', place });
      return undefined;
    }
    const values = timesIn(originalLine);
    if (values.times.length === 0) {
      this.note('unreadable_exception', message, line);
      return undefined;
    }
    const zone = this.zoneOf(values, 'DTEND', originalLine);
    const standIn = new ICAL.Component(
      [
        'vevent',
        [
          ...['dtstart', 'recurrence-id'].flatMap((name) => timeProperties(name, values, zone)),
          ['status', {}, 'text', 'CANCELLED'],
          ['sequence', {}, 'integer', Number(this.text('SEQUENCE')) || 0],
        ],
        [],
      ],
      this.context.zones.root,
    );
    const id = occurrenceId(this.uid, instantIn(standIn, 'recurrence-id', zone.tzid));
    this.notes.push({ kind: 'unread', id, code: 'unreadable_exception', place });
    return standIn;
  }

  private isCancelled(): boolean {
    if (this.text('STATUS').trim().toUpperCase() === 'CANCELLED') return true;
    const isFree = this.text('X-MICROSOFT-CDO-BUSYSTATUS').trim().toUpperCase() === 'FREE';
    return isFree && isCancelledTitle(this.text('SUMMARY'));
  }

  private note(code: NoteCode, what: string, line: ContentLine | undefined): void {
    this.notes.push({ kind: 'note', id: this.uid, code, place: this.placeOf(what, line) });
  }

  private placeOf(what: string, line: ContentLine | undefined): EventPlace {
    return { icalUid: this.uid, what: what.slice(0, LONGEST_WHAT), line: line?.line ?? this.event.line };
  }

  /** Of what an event is known by to people, the same in each file. */
  private madeUid(): string {
    const parts = ['DTSTART', 'DTEND', 'SUMMARY', 'ORGANIZER'].map((name) => this.text(name));
    return `no-uid-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
  }

  private lines(name: string): readonly ContentLine[] {
    return this.byName.get(name) ?? [];
  }

  private first(name: string): ContentLine | undefined {
    return this.lines(name)[0];
  }

  private text(name: string): string {
    const line = this.first(name);
    return line ? valueIn(line) : '';
  }
}

const UTC: FeedZone = { tzid: 'UTC' };
/** Beyond what a calendar event can have. */
const LONGEST_UID = 500;
const LONGEST_WHAT = 100;

/** Of a property that no one of `CONTENTS` is, and that is a link to a call. */
const OTHER_CALL = 'X-OTHER-CALL';

/** By which Exchange, MSN and Funambol write days as times from midnight to midnight. */
const ALL_DAY_FLAGS = ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT', 'X-FUNAMBOL-ALLDAY'];

/** The properties that are read beside the times, and their types. */
const CONTENTS: Readonly<Record<string, string>> = {
  ...{ SUMMARY: 'text', LOCATION: 'text', DESCRIPTION: 'text', 'X-ALT-DESC': 'text' },
  ...{ STATUS: 'text', CLASS: 'text', SEQUENCE: 'integer', URL: 'text', CONFERENCE: 'text' },
  ...{ ORGANIZER: 'cal-address', ATTENDEE: 'cal-address' },
  ...{ 'X-GOOGLE-CONFERENCE': 'text', 'X-GOOGLE-HANGOUT': 'text', 'X-MICROSOFT-SKYPETEAMSMEETINGURL': 'text' },
  ...{ 'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK': 'text', 'X-MICROSOFT-ONLINEMEETINGCONFLINK': 'text' },
};

/** As ical.js keeps it (jCal): dates, times in UTC and times in the zone are properties of their own. */
function timeProperties(
  name: string,
  { times, periods }: TimeValues,
  { tzid }: FeedZone,
  parameters: object = {},
): readonly Jcal[] {
  const isLocal = (isUtc: boolean): boolean => !isUtc && tzid !== 'UTC';
  const property = (type: string, inZone: boolean, values: readonly unknown[]): readonly Jcal[] =>
    values.length === 0 ? [] : [[name, { ...parameters, ...(inZone && { tzid }) }, type, ...values]];
  const timed = times.filter(({ time }) => time !== null);
  return [
    ...property('date', false, times.filter(({ time }) => time === null).map(jcalText)),
    ...property('date-time', true, timed.filter(({ isUtc }) => isLocal(isUtc)).map(jcalText)),
    ...property(
      'date-time',
      false,
      timed.filter(({ isUtc }) => !isLocal(isUtc)).map((time) => jcalText({ ...time, isUtc: true })),
    ),
    ...[true, false].flatMap((inZone) =>
      property(
        'period',
        inZone,
        periods
          .filter(([start]) => isLocal(start.isUtc) === inZone)
          .map(([start, end]) => [
            jcalText({ ...start, isUtc: !inZone }),
            typeof end === 'string' ? end : jcalText({ ...end, isUtc: !inZone }),
          ]),
      ),
    ),
  ];
}

/** Programs have properties of their own for the call of an event, as Proton has `X-PM-CONFERENCE-URL`. */
function isOtherCallLine(line: ContentLine): boolean {
  if (!line.name.startsWith('X-')) return false;
  const value = valueIn(line).trim();
  return /^https?:/i.test(value) && callIn(value) !== undefined;
}

const FREQUENCY = /(?:^|;)FREQ=(?:SECOND|MINUTE|HOUR|DAI|WEEK|MONTH|YEAR)(?:LY)(?:;|$)/;

const ruleProperty = (name: string, rule: string): Jcal => ICAL.parse.property(`${name}:${rule}`) as unknown[];

function isRule(rule: string): boolean {
  try {
    ICAL.Recur.fromString(rule);
    return FREQUENCY.test(rule);
  } catch {
    return false;
  }
}

function contentIn(line: ContentLine, type: string): Jcal {
  const value = valueIn(line);
  if (type === 'integer') return [line.name.toLowerCase(), {}, type, Number.parseInt(value, 10) || 0];
  const parameters = line.text
    .slice(0, line.text.length - value.length - 1)
    .replace(/^[^;]*/, line.name)
    .replace(/;\s*VALUE\s*=[^;:]*/i, '');
  const typed = (before: string): Jcal => ICAL.parse.property(`${before};VALUE=${type}:${value}`) as unknown[];
  try {
    return typed(parameters);
  } catch {
    return typed(line.name);
  }
}
