import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
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

/** A calendar connection, in short, as a member carries it. */
export interface ConnectionNote {
  readonly id: CalendarConnectionId;
  readonly provider: 'google' | 'microsoft';
  readonly status: 'active' | 'error' | 'disconnected';
}

/** The form in which email addresses are compared: docs/limits-and-rules.md#members. */
export const comparableEmail = (email: string): string => email.trim().toLowerCase();
