import type { EventContent } from '#shared/calendar-events/rules/push-event';
import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { MetadataChange } from '#shared/core/metadata';
import type { Attendee, Person } from '#shared/core/people';
import { type Instant, later, MINUTE_MS } from '#shared/core/time';
import type {
  CalendarEventStore,
  MeetingAtLink,
  MeetingStore,
  MemberStore,
  Occurrence,
} from '#shared/events/ports/stores';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

/** A push as it was sent: people still without member ids, the identity still to be found. */
export interface SentPush {
  readonly member: { readonly id: MemberId } | SentMember;
  readonly icalUid: string;
  readonly recurring: boolean;
  readonly originalStartsAt: Instant | undefined;
  readonly cancelled: boolean;
  readonly content: SentContent;
  readonly metadata: MetadataChange | undefined;
  /** The connected calendar that it came by; absent when a partner pushed it. */
  readonly connectionId?: CalendarConnectionId;
  /** What the calendar's provider calls it; absent when a partner pushed it. */
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

export interface LookUpNeeds {
  readonly members: MemberStore;
  readonly meetings: MeetingStore;
  readonly events: CalendarEventStore;
}

/** All that the push itself names, as it stands: one round trip. */
export interface SeenPush {
  /** Undefined when the member named does not exist, or no member has that email yet. */
  readonly member: KnownMember | undefined;
  readonly memberIds: ReadonlyMap<string, MemberId>;
  readonly occurrence: Occurrence | undefined;
  /** The uid is a series': only an original start tells which of its occurrences is meant. */
  readonly inSeries: boolean;
  readonly neighbours: readonly MeetingAtLink[];
}

export interface KnownMember {
  readonly id: MemberId;
  readonly workspaceId: WorkspaceId;
  readonly choices: readonly AssignedSettings[];
}

/** Two meetings with the same link within this span share one bot: docs/limits-and-rules.md#meeting-identity. */
export const SAME_MEETING_MS = 15 * MINUTE_MS;

export async function lookUpPush(needs: LookUpNeeds, workspaceId: WorkspaceId, sent: SentPush): Promise<SeenPush> {
  const [member, memberIds, found, neighbours] = await Promise.all([
    memberOf(needs, workspaceId, sent.member),
    memberIdsOf(needs, workspaceId, emailsIn(sent)),
    occurrenceOf(needs, workspaceId, sent),
    neighboursOf(needs, workspaceId, sent.content),
  ]);
  return { member, memberIds, ...found, neighbours };
}

async function memberOf(
  { members }: LookUpNeeds,
  workspaceId: WorkspaceId,
  sent: SentPush['member'],
): Promise<KnownMember | undefined> {
  if ('id' in sent) return (await members.find(sent.id))?.state;
  const row = await members.byEmail(workspaceId, sent.email);
  return row && { id: row.memberId, workspaceId, choices: row.choices };
}

const emailsIn = ({ content: { organizer, attendees } }: SentPush): readonly string[] => [
  ...new Set([organizer, ...attendees].flatMap((person) => person?.email?.toLowerCase() ?? [])),
];

async function memberIdsOf({ members }: LookUpNeeds, workspaceId: WorkspaceId, emails: readonly string[]) {
  const rows = await Promise.all(emails.map((email) => members.byEmail(workspaceId, email)));
  return new Map(emails.flatMap((email, at) => (rows[at] ? [[email, rows[at].memberId] as const] : [])));
}

/** Without `recurring` an event is found by its uid alone; an original start decides only where the uid is a series'. */
async function occurrenceOf(
  { events }: LookUpNeeds,
  workspaceId: WorkspaceId,
  sent: SentPush,
): Promise<Pick<SeenPush, 'occurrence' | 'inSeries'>> {
  const { icalUid, originalStartsAt: original } = sent;
  const at = original === undefined ? undefined : events.occurrence(workspaceId, icalUid, original);
  if (sent.recurring) return { occurrence: await at, inSeries: true };
  const [single, occurrence] = await Promise.all([events.single(workspaceId, icalUid), at]);
  return single === 'series' ? { occurrence, inSeries: true } : { occurrence: single, inSeries: false };
}

async function neighboursOf({ meetings }: LookUpNeeds, workspaceId: WorkspaceId, content: SentContent) {
  const { meetingUrl, startsAt } = content;
  if (meetingUrl === null || startsAt === undefined) return [];
  return meetings.byLink(workspaceId, meetingUrl, later(startsAt, -SAME_MEETING_MS), later(startsAt, SAME_MEETING_MS));
}
