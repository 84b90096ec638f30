import type { CalendarOccurrence, Window } from '#test/doubles/calendar-providers/calendar/events';
import { occurrenceAt, occurrencesOf } from '#test/doubles/calendar-providers/calendar/occurrences-of';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { googleIdOf } from './google-event.ts';

export interface Listed {
  readonly occurrence: CalendarOccurrence;
  readonly isGone: boolean;
}

export type MovedOut = 'shown' | 'cancelled' | 'silent';

interface Span {
  /** Null: all that stands. */
  readonly after: number | null;
  readonly upTo: number;
  readonly window: Window;
}

/** What a list has to say: all occurrences of the window, or those that changed between two revisions. */
export function listedBetween(calendar: ProviderCalendar, { after, upTo, window }: Span, movedOut: MovedOut): Listed[] {
  if (after === null)
    return calendar
      .eventsAt(upTo)
      .flatMap((event) => standing(event, window).map((occurrence) => ({ occurrence, isGone: false })));
  return calendar.changesBetween(after, upTo).flatMap(({ before, now }) => {
    const old = before ? standing(before, window) : [];
    const fresh = standing(now, window);
    const known = new Map(old.map((occurrence) => [googleIdOf(occurrence), occurrence]));
    const changed = fresh.filter((occurrence) => differs(known.get(googleIdOf(occurrence)), occurrence));
    for (const occurrence of fresh) known.delete(googleIdOf(occurrence));
    return [
      ...changed.map((occurrence) => ({ occurrence, isGone: false })),
      ...[...known.values()].flatMap((occurrence) => left(occurrence, now, movedOut)),
    ];
  });
}

type Event = Parameters<typeof occurrencesOf>[0];

const standing = (event: Event, window: Window): CalendarOccurrence[] =>
  occurrencesOf(event, window).filter(({ isCancelled }) => !isCancelled);

/** It is in the window no more: because it is gone, or because it stands elsewhere now. */
function left(occurrence: CalendarOccurrence, now: Event, movedOut: MovedOut): Listed[] {
  const moved = occurrenceAt(now, occurrence.originalStartsAt);
  const isSame = moved && !moved.isCancelled && googleIdOf(moved) === googleIdOf(occurrence);
  if (!isSame || movedOut === 'cancelled') return [{ occurrence, isGone: true }];
  return movedOut === 'shown' ? [{ occurrence: moved, isGone: false }] : [];
}

const differs = (before: CalendarOccurrence | undefined, now: CalendarOccurrence): boolean =>
  !before || JSON.stringify({ ...before, updatedAt: 0 }) !== JSON.stringify({ ...now, updatedAt: 0 });
