import { type Member, unknownMember } from '#shared/accounts/members/rules/member';
import type { AssignedSettings } from '#shared/accounts/workspaces/rules/workspace';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { metadataAfter } from '#shared/foundation/core/metadata';
import { comparableEmail } from '#shared/foundation/core/people';
import { missing, Refusal } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { Occurrence } from '#shared/meetings/calendar-events/rules/occurrence';
import type { PushedEvent, SentPush } from '#shared/meetings/calendar-events/rules/push-event';

/** What the table has of a push: its member, and its occurrence. */
export interface PushIdentity {
  /** Undefined when the member that is named does not exist, or no member has that email yet. */
  readonly member: KnownMember | undefined;
  readonly occurrence: Occurrence | undefined;
  /** The uid belongs to a series: the original start identifies the occurrence. */
  readonly inSeries: boolean;
  /** The uid has single events already. */
  readonly hasSingles: boolean;
}

export interface KnownMember {
  readonly id: MemberId;
  readonly workspaceId: WorkspaceId;
  readonly choices: readonly AssignedSettings[];
}

/** The member in whose calendar the event is; `created` where no member had that email. */
export interface PushedMember {
  readonly known: KnownMember;
  readonly created: Member | undefined;
}

export function memberFor(
  workspaceId: WorkspaceId,
  { member: sent }: SentPush,
  { member: known }: PushIdentity,
  fresh: { readonly id: MemberId; readonly now: Instant },
): PushedMember {
  if (known && known.workspaceId === workspaceId) return { known, created: undefined };
  if ('id' in sent) throw unknownMember();
  const created: Member = {
    id: fresh.id,
    workspaceId,
    name: sent.name,
    email: sent.email,
    metadata: sent.metadata ? metadataAfter({}, sent.metadata) : {},
    choices: [],
    connections: [],
    feeds: [],
    createdAt: fresh.now,
    updatedAt: fresh.now,
  };
  return { known: created, created };
}

/** Members by email, lower case. */
type MemberIds = ReadonlyMap<string, MemberId>;

/** The source of the event of a push, with the account of its calendar. */
export const sourceOf = ({ calendarId, source }: SentPush): Pick<PushedEvent, 'source' | 'account'> => ({
  source: calendarId ? 'calendar_connection' : 'calendar_sync',
  account: source?.account ?? null,
});

/** The push with its member, its original start, and the member ids of its people. 400 where it could mean several occurrences. */
export function identifiedPush(
  sent: SentPush,
  identity: PushIdentity,
  member: KnownMember,
  memberIds: MemberIds,
): PushedEvent {
  const { occurrence } = identity;
  const startsAt = startOf(sent, identity);
  const withMemberId = <Someone extends { readonly email: string | null }>(person: Someone) => ({
    ...person,
    memberId: memberIdOf(person.email === null ? undefined : comparableEmail(person.email), sent, memberIds, member),
  });
  return {
    workspaceId: member.workspaceId,
    memberId: member.id,
    ...sourceOf(sent),
    calendarId: sent.calendarId ?? null,
    sourceId: sent.source?.id ?? null,
    icalUid: sent.icalUid,
    recurring: sent.recurring,
    originalStartsAt: occurrence?.originalStartsAt ?? sent.originalStartsAt ?? startsAt,
    cancelled: sent.cancelled,
    content: {
      ...sent.content,
      startsAt,
      organizer: sent.content.organizer && withMemberId(sent.content.organizer),
      attendees: sent.content.attendees.map(withMemberId),
    },
    metadata: sent.metadata,
  };
}

function memberIdOf(
  email: string | undefined,
  { member: sent }: SentPush,
  memberIds: MemberIds,
  member: KnownMember,
): MemberId | null {
  if (email === undefined) return null;
  return 'email' in sent && sent.email === email ? member.id : (memberIds.get(email) ?? null);
}

function startOf(sent: SentPush, { occurrence, inSeries }: PushIdentity): Instant {
  if (inSeries && sent.originalStartsAt === undefined) throw missing(['original_starts_at']);
  const startsAt = sent.content.startsAt ?? sent.originalStartsAt ?? occurrence?.originalStartsAt;
  if (startsAt !== undefined) return startsAt;
  const message = 'There is no such event to cancel. Send starts_at to create a cancelled event.';
  throw new Refusal('malformed', [{ code: 'missing', message, field: 'starts_at' }]);
}
