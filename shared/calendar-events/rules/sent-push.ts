import type { EventContent } from '#shared/calendar-events/rules/push-event';
import type { CalendarConnectionId, MemberId } from '#shared/core/ids';
import type { MetadataChange } from '#shared/core/metadata';
import type { Attendee, Person } from '#shared/core/people';
import type { Instant } from '#shared/core/time';

/** A push as it was sent: people have no member ids yet, and the occurrence is not known yet. */
export interface SentPush {
  readonly member: { readonly id: MemberId } | SentMember;
  readonly icalUid: string;
  readonly recurring: boolean;
  readonly originalStartsAt: Instant | undefined;
  readonly cancelled: boolean;
  readonly content: SentContent;
  readonly metadata: MetadataChange | undefined;
  /** The connected calendar that it was read from; absent when a partner pushed it. */
  readonly connectionId?: CalendarConnectionId;
  /** The provider's ids of the event; absent when a partner pushed it. */
  readonly source?: SentSource;
}

export interface SentSource {
  readonly id: string;
  readonly seriesId: string | null;
}

export interface SentMember {
  readonly name: string | null;
  readonly email: string;
  readonly metadata: MetadataChange | undefined;
}

export type SentContent = Omit<EventContent, 'startsAt' | 'organizer' | 'attendees'> & {
  readonly startsAt: Instant | undefined;
  readonly organizer: Omit<Person, 'memberId'> | null;
  readonly attendees: readonly Omit<Attendee, 'memberId'>[];
};

/** The addresses of everybody on the event, lower case, each once. */
export const emailsIn = ({ content: { organizer, attendees } }: SentPush): readonly string[] => [
  ...new Set([organizer, ...attendees].flatMap((person) => person?.email?.toLowerCase() ?? [])),
];
