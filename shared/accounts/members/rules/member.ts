import type { AssignedSettings } from '#shared/accounts/workspaces/rules/workspace';
import type {
  CalendarConnectionId,
  CalendarFeedId,
  CalendarId,
  MemberId,
  WorkspaceId,
} from '#shared/foundation/core/ids';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { type Refusal, unprocessable } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';

/** A partner's end user inside a workspace. Has at least one of name and email; the email never changes. */
export interface Member {
  readonly id: MemberId;
  readonly workspaceId: WorkspaceId;
  readonly name: string | null;
  /** Trimmed and in lower case. */
  readonly email: string | null;
  readonly metadata: Metadata;
  readonly choices: readonly AssignedSettings[];
  readonly connections: readonly ConnectionNote[];
  /** Calendar feeds that are not disconnected. */
  readonly feeds: readonly FeedNote[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The summary of a calendar connection that a member holds. */
interface ConnectionNote {
  readonly id: CalendarConnectionId;
  readonly provider: 'google' | 'microsoft';
  readonly status: 'active' | 'error' | 'disconnected';
}

interface FeedNote {
  readonly id: CalendarFeedId;
  /** By which a feed that is added again is found. */
  readonly urlHash: string;
}

/** A member as it is sent: at least one of name and email, the email trimmed and in lower case. */
export interface NewMember {
  readonly workspaceId: WorkspaceId;
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata?: MetadataChange | undefined;
}

export const createMember = (
  id: MemberId,
  now: Instant,
  { workspaceId, name, email, metadata }: NewMember,
): Member => ({
  id,
  workspaceId,
  name,
  email,
  metadata: metadata ? metadataAfter({}, metadata) : {},
  choices: [],
  connections: [],
  feeds: [],
  createdAt: now,
  updatedAt: now,
});

/** What a request writes; undefined leaves a field as it is, and null removes the name. */
export interface MemberPatch {
  readonly name?: string | null | undefined;
  readonly metadata?: MetadataChange | undefined;
}

export function updateMember(member: Member, { name = member.name, metadata }: MemberPatch): Member {
  if (name === null && member.email === null)
    throw unprocessable(
      'name',
      'blank',
      'name cannot be removed: this member has no email, and one of the two is required.',
    );
  return { ...member, name, metadata: metadata ? metadataAfter(member.metadata, metadata) : member.metadata };
}

/** A member who was removed, with the calendars to disconnect. */
export type RemovedMember = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly calendarIds: readonly CalendarId[];
};

/** As the content of a job: it calls the ids `connectionIds`, from before there were feeds. */
export type StoredRemovedMember = Omit<RemovedMember, 'calendarIds'> & {
  readonly connectionIds: readonly CalendarId[];
};

/** A member holds at most this many disconnected calendars, the latest; the list of connections has all of them. */
const MOST_DISCONNECTED = 20;

/** Writes the state of a connection to the summary that the member holds; a new connection comes last. */
export function noteConnection(member: Member, { id, provider, status }: ConnectionNote, at: Instant): Member {
  const note: ConnectionNote = { id, provider, status };
  const known = member.connections.some((one) => one.id === id);
  const notes = known ? member.connections.map((one) => (one.id === id ? note : one)) : [...member.connections, note];
  const gone = notes.filter((one) => one.status === 'disconnected').slice(0, -MOST_DISCONNECTED);
  return { ...member, connections: notes.filter((one) => !gone.includes(one)), updatedAt: at };
}

/** Lists the feed with the member until it is disconnected. */
export function noteFeed(member: Member, { id, urlHash, status }: FeedNote & { readonly status: string }): Member {
  const others = member.feeds.filter((one) => one.id !== id);
  return { ...member, feeds: status === 'disconnected' ? others : [...others, { id, urlHash }] };
}

/**
 * A member who was created or removed: `member_id` of the persons on meetings has to be updated. A type and not an
 * interface, since it is stored as the content of a job. It holds no email address, only the mark by which lists find it.
 */
export type PersonNaming = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly mark: string;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A member was removed: what was theirs is to end. */
    'job.member_leaving': { readonly content: StoredRemovedMember };
    /** A member appeared or went: persons on meetings are to say so. */
    'job.person_naming': { readonly content: PersonNaming };
  }
}

/** The job that updates the meetings; none for a member without an email, who cannot be identified on a meeting. */
export const personNamingJobs = (
  { id: memberId, workspaceId, email }: Member,
  markOf: (email: string) => string,
): readonly { readonly type: 'job.person_naming'; readonly content: PersonNaming }[] =>
  email === null ? [] : [{ type: 'job.person_naming', content: { workspaceId, memberId, mark: markOf(email) } }];

/** 422 for a `member_id` that names no member of the workspace. */
export const unknownMember = (): Refusal =>
  unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
