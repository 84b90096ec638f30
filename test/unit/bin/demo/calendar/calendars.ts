/** A calendar of events, each a list of its lines. */
export const aCalendarOf = (...events: readonly (readonly string[])[]): string => aCalendarWith([], ...events);

/** The same with properties of the calendar, such as X-WR-TIMEZONE. */
export const aCalendarWith = (lines: readonly string[], ...events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    ...lines,
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** The lines of an event on 2 November 2026, 12:00 to 12:30 UTC, with changed or added properties. */
export function anEvent(changes: Readonly<Record<string, string>> = {}): readonly string[] {
  const lines = {
    UID: 'one@example.test',
    DTSTART: '20261102T120000Z',
    DTEND: '20261102T123000Z',
    SUMMARY: 'Planning',
    ...changes,
  };
  return Object.entries(lines).map(([name, value]) => (value.startsWith(';') ? `${name}${value}` : `${name}:${value}`));
}
