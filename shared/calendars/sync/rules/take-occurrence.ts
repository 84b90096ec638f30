import {
  attendeesOf,
  type CalendarOwner,
  type InvitedAttendee,
  type InvitedPerson,
  organizerOf,
  ownAttendee,
} from '#shared/calendars/sync/rules/invited-people';
import { meetingLinkOf } from '#shared/calendars/sync/rules/meeting-link';
import { plainLine } from '#shared/calendars/sync/rules/plain-line';
import type { ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { isInWindow } from '#shared/calendars/sync/rules/window';
import { isLongerThan } from '#shared/foundation/core/text';
import type { Instant } from '#shared/foundation/core/time';
import { LONGEST_EVENT_MS } from '#shared/meetings/calendar-events/rules/calendar-event';

/** What a sync takes of an occurrence: the whole event, as a partner would push it. */
export interface TakenOccurrence {
  readonly icalUid: string;
  readonly recurring: boolean;
  readonly originalStartsAt: Instant;
  readonly content: TakenContent;
}

export interface TakenContent {
  readonly title: string | null;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  readonly meetingUrl: string | null;
  readonly organizer: InvitedPerson | null;
  readonly attendees: readonly InvitedAttendee[];
}

/** What the occurrence was known by so far: with the uid, its identity. */
export interface KnownIdentity {
  readonly icalUid: string;
  readonly originalStartsAt: Instant;
}

export interface TakingFacts {
  readonly owner: CalendarOwner;
  /** That of the sync run. */
  readonly window: SyncWindow;
  /** Undefined where no sync of this connection took the occurrence before. */
  readonly known: KnownIdentity | undefined;
  /** Asked only where more people are invited than an event holds; addresses in lower case. */
  readonly isMember: (email: string) => boolean;
}

/** What is left out of a sync is no meeting; one that was taken before is off. */
export type LeftOut = 'all_day' | 'too_long' | 'outside' | 'nameless';
export type Taking = { readonly taken: TakenOccurrence } | { readonly leftOut: LeftOut };

const LONGEST_TITLE = 500;
const LONGEST_UID = 1_024;

/** What a sync makes of an occurrence that stands in a calendar (docs/decisions/calendar-import-rules.md). */
export function takeOccurrence(occurrence: ProviderOccurrence, facts: TakingFacts): Taking {
  const leftOut = reasonToLeaveOut(occurrence, facts);
  if (leftOut) return { leftOut };
  const { icalUid, recurring } = occurrence;
  const content = occurrence.isPrivate ? privateContent(occurrence, facts) : openContent(occurrence, facts);
  return { taken: { icalUid, recurring, originalStartsAt: originalStartOf(occurrence, facts.known), content } };
}

function reasonToLeaveOut(occurrence: ProviderOccurrence, { window, known }: TakingFacts): LeftOut | undefined {
  const { icalUid, isAllDay, startsAt, endsAt } = occurrence;
  if (icalUid.trim() === '' || isLongerThan(icalUid, LONGEST_UID) || !icalUid.isWellFormed()) return 'nameless';
  if (isAllDay) return 'all_day';
  if (endsAt !== null && endsAt - startsAt > LONGEST_EVENT_MS) return 'too_long';
  return known || isInWindow(occurrence, window) ? undefined : 'outside';
}

/** A single event has no place in a series that would stay when it moves: it keeps the first that was seen. */
function originalStartOf(occurrence: ProviderOccurrence, known: KnownIdentity | undefined): Instant {
  const { recurring, icalUid, originalStartsAt } = occurrence;
  return !recurring && known?.icalUid === icalUid ? known.originalStartsAt : originalStartsAt;
}

const openContent = (occurrence: ProviderOccurrence, { owner, isMember }: TakingFacts): TakenContent => ({
  ...hoursOf(occurrence),
  title: plainLine(occurrence.title, LONGEST_TITLE),
  meetingUrl: meetingLinkOf(occurrence),
  organizer: organizerOf(occurrence, owner),
  attendees: attendeesOf(occurrence, owner, isMember),
});

/** That the member is busy, and nothing of what with: without a link nothing is ever recorded. */
function privateContent(occurrence: ProviderOccurrence, { owner }: TakingFacts): TakenContent {
  const organizer = organizerOf(occurrence, owner);
  return {
    ...hoursOf(occurrence),
    title: null,
    meetingUrl: null,
    organizer: organizer?.email === owner.memberEmail ? organizer : null,
    attendees: ownAttendee(occurrence, owner),
  };
}

/** An end before the start is no end. */
const hoursOf = ({ startsAt, endsAt }: ProviderOccurrence) => ({
  startsAt,
  endsAt: endsAt !== null && endsAt < startsAt ? null : endsAt,
});
