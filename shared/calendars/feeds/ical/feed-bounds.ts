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
  /** RRULE and EXRULE of one component. RFC 5545 §3.8.5.3 says that there should be one at most. */
  rulesOfComponent: 4,
} as const;

/** Of one component, from its BEGIN to its END. */
interface ComponentCounts {
  dates: number;
  rules: number;
}

/**
 * Counts what a file has, line by line, and tells where a bound is passed. Each line costs no more than its length, and
 * nothing of the file is kept.
 */
export class FeedCounts {
  private lines = 0;
  private events = 0;
  private dates = 0;
  private readonly open: ComponentCounts[] = [];

  /** One property, unfolded; `lines` is how many lines of the file it takes. True where the file is within its bounds. */
  takes(property: string, lines: number): boolean {
    this.lines += lines;
    if (this.lines > FEED_BOUNDS.lines || property.length > FEED_BOUNDS.propertyLength) return false;
    return hasFewParameters(property) && this.takesKind(property);
  }

  private takesKind(property: string): boolean {
    switch (nameOf(property)) {
      case 'BEGIN':
        return this.begins(property);
      case 'END':
        this.open.pop();
        return true;
      case 'RDATE':
      case 'EXDATE':
        return this.takesDates(property);
      case 'RRULE':
      case 'EXRULE':
        return this.takesRule();
      default:
        return true;
    }
  }

  private begins(property: string): boolean {
    this.open.push({ dates: 0, rules: 0 });
    if (/^BEGIN:VEVENT$/i.test(property)) this.events += 1;
    return this.open.length <= FEED_BOUNDS.depth && this.events <= FEED_BOUNDS.events;
  }

  private takesDates(property: string): boolean {
    const values = property.split(',').length;
    this.dates += values;
    const component = this.open.at(-1);
    if (component) component.dates += values;
    return this.dates <= FEED_BOUNDS.dates && (component?.dates ?? 0) <= FEED_BOUNDS.datesOfEvent;
  }

  private takesRule(): boolean {
    const component = this.open.at(-1);
    if (component) component.rules += 1;
    return (component?.rules ?? 0) <= FEED_BOUNDS.rulesOfComponent;
  }
}

/** In capitals. */
export const nameOf = (property: string): string => (/^[A-Za-z0-9-]{0,60}/.exec(property)?.[0] ?? '').toUpperCase();

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
  return property.length <= FEED_BOUNDS.parametersLength;
}
