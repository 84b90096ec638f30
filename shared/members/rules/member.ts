import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Metadata, MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import { unprocessable } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

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
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The summary of a calendar connection that a member holds. */
export interface ConnectionNote {
  readonly id: CalendarConnectionId;
  readonly provider: 'google' | 'microsoft';
  readonly status: 'active' | 'error' | 'disconnected';
}

/** The form in which email addresses are compared: docs/limits-and-rules.md#members. */
export const comparableEmail = (email: string): string => email.trim().toLowerCase();

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

/**
 * A member who was removed, with the calendars to disconnect. A type and not an interface, since it is stored as the
 * content of a job.
 */
export type RemovedMember = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly connectionIds: readonly CalendarConnectionId[];
};
