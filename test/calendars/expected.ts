import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS, type Instant, isoOf } from '#shared/foundation/core/time';
import type { CalendarOccurrence } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';
import { linkIn } from './link-forms.ts';

/** What a calendar and the service have to say alike of one occurrence. */
export interface Shown {
  readonly icalUid: string;
  /** Where its series puts it; null for a single event, which has no such place. */
  readonly originalStartsAt: string | null;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly title: string | null;
  readonly link: string | null;
  /** The member's own answer; null where they are not among the invited. */
  readonly answer: string | null;
}

/** What is a meeting in a calendar, written down without the rules that the sync has. */
export function expectedOf(
  occurrences: readonly CalendarOccurrence[],
  { provider, email }: { readonly provider: ProviderName; readonly email: string },
): readonly Shown[] {
  return occurrences
    .filter(({ isAllDay }) => !isAllDay)
    .filter(({ startsAt, endsAt }) => endsAt - startsAt <= 31 * DAY_MS)
    .filter(({ kind }) => provider === 'microsoft' || kind === 'default' || kind === 'fromGmail')
    .map((occurrence) => shownOf(occurrence, email));
}

function shownOf(occurrence: CalendarOccurrence, email: string): Shown {
  const { icalUid, recurring, originalStartsAt, startsAt, endsAt, isPrivate, attendees } = occurrence;
  return {
    icalUid,
    originalStartsAt: recurring ? isoOf(originalStartsAt) : null,
    startsAt: isoOf(startsAt),
    endsAt: isoOf(endsAt),
    title: isPrivate ? null : occurrence.title,
    link: isPrivate ? null : linkIn(occurrence),
    answer: attendees.find((one) => one.email === email)?.response ?? null,
  };
}

/** What is over is history on both sides: it is neither cancelled nor moved. */
export const isAhead = (
  { startsAt, endsAt }: { readonly startsAt: Instant; readonly endsAt: Instant | null },
  now: Instant,
  window: SyncWindow,
): boolean => (endsAt ?? startsAt) > now && startsAt < window.to;

export const nameOf = ({ icalUid, originalStartsAt }: Shown): string => `${icalUid} ${originalStartsAt ?? ''}`;
