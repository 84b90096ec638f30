import type { AssignmentId, SettingsId, UserId, WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import type { Instant } from '#shared/core/time';

/** The role of a user in a workspace, the strongest first: docs/limits-and-rules.md#users-keys-and-roles. */
export type Role = 'owner' | 'admin' | 'member' | 'guest';

export interface Workspace {
  readonly id: WorkspaceId;
  /** The nine-digit id that older integrations know it by. */
  readonly number: number;
  readonly name: string;
  readonly ownerId: UserId;
  readonly ownerEmail: string;
  /** Lower case; decides which meetings are external. */
  readonly emailDomains: readonly string[];
  readonly metadata: Metadata;
  readonly archivedAt: Instant | null;
  /** When its content is to be purged; none until it is archived. */
  readonly purgeAt?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The assignments whose scope is the workspace: at most one for each category. */
  readonly choices: readonly AssignedSettings[];
  /** Its webhook endpoints, in short, so that every write knows whom to tell without another read. */
  readonly endpoints: readonly Subscription[];
}

/** The meetings that an assignment applies to. */
export type MeetingCategory = 'always' | 'external' | 'internal';

/** One assignment, seen from the workspace, member or meeting that it is for. */
export interface AssignedSettings {
  readonly category: MeetingCategory;
  readonly assignmentId: AssignmentId;
  readonly settingsId: SettingsId;
}

export interface Subscription {
  readonly id: WebhookEndpointId;
  /** Event types, or `*` alone for all of them. */
  readonly types: readonly string[];
  readonly enabled: boolean;
  /** The version its bodies are rendered at. */
  readonly pin: string;
}

export interface Membership {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly role: Role;
  readonly createdAt: Instant;
}

/** A person who signs in and owns one key. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly createdAt: Instant;
}

/** The one key of a user: its digest, never itself. */
export interface UserKey {
  readonly userId: UserId;
  readonly digest: string;
  /** The version current when the key first called; null until then. */
  readonly pin: string | null;
  readonly createdAt: Instant;
}
