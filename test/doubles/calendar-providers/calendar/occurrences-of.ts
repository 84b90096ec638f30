import type { Instant } from '#shared/foundation/core/time';
import type {
  CalendarEvent,
  CalendarOccurrence,
  EventDetails,
  Series,
  SeriesException,
  SingleEvent,
  Times,
  Window,
} from './events.ts';
import { isStartByRule, startsByRule } from './expand-rule.ts';

/** Both providers count what lies across an edge of the window, and nothing that only touches it. */
const overlaps = ({ startsAt, endsAt }: Times, { from, to }: Window): boolean =>
  startsAt < to && (endsAt > from || (endsAt === startsAt && startsAt >= from));

/** What an event puts into a window: cancelled ones too, removed ones never. */
export function occurrencesOf(event: CalendarEvent, window: Window): CalendarOccurrence[] {
  if (event.state === 'removed') return [];
  if (event.type === 'single') return overlaps(event, window) ? [ofSingle(event)] : [];
  return [...byRule(event, window), ...byException(event, window)].sort((one, other) => one.startsAt - other.startsAt);
}

/** The occurrence that belongs there by the rule, wherever it stands now; undefined where there is none any more. */
export function occurrenceAt(event: CalendarEvent, originalStartsAt: Instant): CalendarOccurrence | undefined {
  if (event.state === 'removed') return undefined;
  if (event.type === 'single') return ofSingle(event);
  const exception = event.exceptions.get(originalStartsAt);
  if (exception) return exception.type === 'changed' ? ofException(event, originalStartsAt, exception) : undefined;
  return isStartByRule(event, originalStartsAt) ? ofRule(event, originalStartsAt) : undefined;
}

function byRule(series: Series, window: Window): CalendarOccurrence[] {
  const lasts = series.endsAt - series.startsAt;
  const starts = startsByRule(series, { from: (window.from - lasts) as Instant, to: window.to });
  return starts
    .filter((start) => !series.exceptions.has(start))
    .map((start) => ofRule(series, start))
    .filter((occurrence) => overlaps(occurrence, window));
}

const byException = (series: Series, window: Window): CalendarOccurrence[] =>
  [...series.exceptions]
    .flatMap(([start, exception]) => (exception.type === 'changed' ? [ofException(series, start, exception)] : []))
    .filter((occurrence) => overlaps(occurrence, window));

const ofSingle = (event: SingleEvent): CalendarOccurrence => ({
  ...sharedBy(event),
  ...detailsOf(event),
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  isAllDay: event.isAllDay,
  recurring: false,
  originalStartsAt: event.startsAt,
  isException: false,
  isCancelled: event.state === 'cancelled',
});

const ofRule = (series: Series, start: Instant): CalendarOccurrence => ({
  ...sharedBy(series),
  ...detailsOf(series),
  startsAt: start,
  endsAt: (start + series.endsAt - series.startsAt) as Instant,
  isAllDay: series.isAllDay,
  recurring: true,
  originalStartsAt: start,
  isException: false,
  isCancelled: series.state === 'cancelled',
});

const ofException = (
  series: Series,
  start: Instant,
  { times, details, isCancelled }: Extract<SeriesException, { type: 'changed' }>,
): CalendarOccurrence => ({
  ...ofRule(series, start),
  ...details,
  ...times,
  isException: true,
  isCancelled: isCancelled || series.state === 'cancelled',
});

const sharedBy = ({ id, icalUid, timeZone, createdAt, updatedAt }: CalendarEvent) => ({
  eventId: id,
  icalUid,
  timeZone,
  createdAt,
  updatedAt,
});

export const detailsOf = (event: EventDetails): EventDetails => ({
  title: event.title,
  location: event.location,
  description: event.description,
  conferenceUrl: event.conferenceUrl,
  organizer: event.organizer,
  attendees: event.attendees,
  isPrivate: event.isPrivate,
  kind: event.kind,
});
