import { type ComponentCounts, FeedCounts } from '#shared/calendars/feeds/ical/feed-bounds';
import { type ContentLine, contentLinesIn, valueIn } from '#shared/calendars/feeds/ical/feed-lines';
import { FeedFailed } from '#shared/calendars/feeds/ports';

/** A component as its lines, in their order. */
export interface FeedComponent {
  readonly name: string;
  /** Of its BEGIN, from 1. */
  readonly line: number;
  readonly lines: readonly ContentLine[];
  /** Lines that are no property: they have no name, or no colon. */
  readonly badLines: readonly ContentLine[];
  readonly components: readonly FeedComponent[];
}

export interface FeedFileParts {
  readonly calendars: readonly FeedComponent[];
  /** False where the file ends within a calendar: the rest of it is missing. */
  readonly isWhole: boolean;
}

interface Open extends ComponentCounts {
  readonly name: string;
  readonly line: number;
  readonly lines: ContentLine[];
  readonly badLines: ContentLine[];
  readonly components: FeedComponent[];
}

/**
 * The calendars of a file, which are read line by line: a line that is no property, and a component without its BEGIN or
 * END, cost nothing but themselves. Throws `FeedFailed` for a text without a calendar, and beyond the bounds.
 */
export function calendarsIn(text: string): FeedFileParts {
  const begin = BEGIN_CALENDAR.exec(text);
  if (!begin) throw new FeedFailed('not_a_calendar');
  const reading = new Reading();
  for (const line of contentLinesIn(text)) reading.take(line);
  return reading.end();
}

const BEGIN_CALENDAR = /^[ \t\uFEFF]{0,99}BEGIN[ \t]{0,9}:[ \t]{0,9}VCALENDAR[ \t]{0,99}\r?$/im;

class Reading {
  private readonly counts = new FeedCounts();
  private readonly open: Open[] = [];
  private readonly calendars: Open[] = [];

  take(line: ContentLine): void {
    const component = this.open.at(-1);
    if (!this.counts.takes(line, component)) throw new FeedFailed('too_large');
    if (line.name === 'BEGIN') this.begin(valueIn(line).trim().toUpperCase(), line.line);
    else if (line.name === 'END') this.close(valueIn(line).trim().toUpperCase());
    else if (component) addLine(component, line);
  }

  end(): FeedFileParts {
    const isWhole = this.open.length === 0;
    // An event that the file ends within lacks lines.
    this.open.length = 0;
    return { calendars: this.calendars, isWhole };
  }

  private begin(name: string, line: number): void {
    // One of its kind within itself: the END before it is missing.
    const before = this.open.findIndex((component) => component.name === name);
    if (before !== -1) this.closeTo(before);
    this.open.push({ ...{ name, line, dates: 0 }, ...{ lines: [], badLines: [], components: [] } });
    if (!this.counts.begins(name, this.open.length)) throw new FeedFailed('too_large');
    if (name === CALENDAR) this.calendars.push(...this.open.slice(-1));
  }

  /** An END of what has not begun is passed over. */
  private close(name: string): void {
    const at = this.open.findLastIndex((component) => component.name === name);
    if (at !== -1) this.closeTo(at);
  }

  private closeTo(depth: number): void {
    for (let component = this.open.pop(); component; component = this.open.pop()) {
      if (KEPT.has(component.name)) this.parentOf(component).components.push(component);
      if (this.open.length <= depth) return;
    }
  }

  /** An event within an event that lacks its END, or behind the END of its calendar, is one of the calendar. */
  private parentOf({ name }: Open): { components: FeedComponent[] } {
    const wanted = name === 'STANDARD' || name === 'DAYLIGHT' ? 'VTIMEZONE' : CALENDAR;
    return this.open.findLast((one) => one.name === wanted) ?? this.calendars.at(-1) ?? { components: [] };
  }
}

const CALENDAR = 'VCALENDAR';

/** What is read of a calendar; alarms, tasks and all else are not. */
const KEPT: ReadonlySet<string> = new Set(['VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);

function addLine(component: Open, line: ContentLine): void {
  const before = component.lines.at(-1);
  if (before !== undefined && goesOnWith(before, line))
    component.lines[component.lines.length - 1] = { ...before, text: `${before.text}\\n${line.text}` };
  else if (line.name === '') component.badLines.push(line);
  else component.lines.push(line);
}

/**
 * True for a further line of a text that some programs do not fold. Behind a text of one line, a name in capitals is that
 * of a property which no RFC has; in a long text it may be a word.
 */
const goesOnWith = (before: ContentLine, line: ContentLine): boolean =>
  (LONG_TEXTS.has(before.name) && !isKnown(line.name)) ||
  (SHORT_TEXTS.has(before.name) && !isKnown(line.name) && !CAPITALS.test(line.text));

const LONG_TEXTS: ReadonlySet<string> = new Set(['DESCRIPTION', 'X-ALT-DESC', 'COMMENT']);
const SHORT_TEXTS: ReadonlySet<string> = new Set(['SUMMARY', 'LOCATION']);
const CAPITALS = /^[A-Z][A-Z0-9-]{1,60}[;:]/;

const isKnown = (name: string): boolean => name.startsWith('X-') || PROPERTIES.has(name);

/** Of calendars, events and time zones: RFC 5545 §3.7 and §3.8, RFC 7986, RFC 9253. */
const PROPERTIES: ReadonlySet<string> = new Set(
  [
    'ATTACH ATTENDEE CATEGORIES CLASS COLOR COMMENT CONCEPT CONFERENCE CONTACT CREATED DESCRIPTION DTEND DTSTAMP DTSTART',
    'DURATION EXDATE EXRULE GEO IMAGE LAST-MODIFIED LINK LOCATION ORGANIZER PRIORITY RDATE RECURRENCE-ID REFID',
    'RELATED-TO REQUEST-STATUS RESOURCES RRULE SEQUENCE SOURCE STATUS STRUCTURED-DATA STYLED-DESCRIPTION SUMMARY TRANSP',
    'UID URL TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL CALSCALE METHOD NAME PRODID REFRESH-INTERVAL VERSION',
  ].flatMap((names) => names.split(' ')),
);
