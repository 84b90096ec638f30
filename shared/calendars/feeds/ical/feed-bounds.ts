import type { ContentLine } from '#shared/calendars/feeds/ical/feed-lines';

/**
 * What a file may have at most, far beyond the files of calendar programs: docs/limits-and-rules.md#calendar-feeds. Each
 * number bounds work that the parser or the expansion does for it.
 */
export const FEED_BOUNDS = {
  /** As they stand in the file, folded. */
  lines: 300_000,
  /** Of one property, unfolded: an invitation with pictures in it. */
  propertyLength: 500_000,
  /** Of one property: name and parameters, without the value. */
  parametersLength: 20_000,
  parameters: 100,
  /** BEGIN within BEGIN. A VALARM in a VEVENT in a VCALENDAR is three deep. */
  depth: 8,
  events: 50_000,
  /** Values of RDATE and EXDATE, of one event and of the file. */
  datesOfEvent: 2_000,
  dates: 20_000,
} as const;

/** RRULE and EXRULE of one component that are read. RFC 5545 §3.8.5.3 says that there should be one at most. */
export const MOST_RULES = 4;

/** Of one component, from its BEGIN to its END. */
export interface ComponentCounts {
  dates: number;
}

/**
 * Counts what a file has, line by line, and tells where a bound is passed. Each line costs no more than its length, and
 * nothing of the file is kept.
 */
export class FeedCounts {
  private lines = 0;
  private events = 0;
  private dates = 0;

  /** One property of the component, if it stands in one. True where the file is within its bounds. */
  takes(line: ContentLine, component: ComponentCounts | undefined): boolean {
    this.lines += line.lines;
    if (this.lines > FEED_BOUNDS.lines || line.text.length > FEED_BOUNDS.propertyLength) return false;
    return hasFewParameters(line.text) && this.takesKind(line, component);
  }

  /** One more component, so deep. */
  begins(name: string, depth: number): boolean {
    if (name === 'VEVENT') this.events += 1;
    return depth <= FEED_BOUNDS.depth && this.events <= FEED_BOUNDS.events;
  }

  private takesKind({ name, text }: ContentLine, component: ComponentCounts | undefined): boolean {
    return (name !== 'RDATE' && name !== 'EXDATE') || this.takesDates(text, component);
  }

  private takesDates(property: string, component: ComponentCounts | undefined): boolean {
    const values = property.split(',').length;
    this.dates += values;
    if (component) component.dates += values;
    return this.dates <= FEED_BOUNDS.dates && (component?.dates ?? 0) <= FEED_BOUNDS.datesOfEvent;
  }
}

/** Parameters stand before the first colon outside quotation marks. */
function hasFewParameters(property: string): boolean {
  let parameters = 0;
  let isQuoted = false;
  for (let at = 0; at < property.length; at += 1) {
    const character = property[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === ':') return true;
    else if (character === ';') parameters += 1;
    if (parameters > FEED_BOUNDS.parameters || at > FEED_BOUNDS.parametersLength) return false;
  }
  // Without a colon it has no parameters; those behind a quotation mark that is never closed are not read.
  return true;
}
