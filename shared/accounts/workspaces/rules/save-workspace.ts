import { DEFAULT_USAGE_LIMITS } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import type { Instant } from '#shared/foundation/core/time';

export interface NewWorkspace {
  readonly name: string;
  readonly emailDomains?: readonly string[];
  readonly metadata?: MetadataChange | undefined;
}

export interface Owner {
  readonly id: UserId;
  /** Lower case. */
  readonly email: string;
}

interface Identifiers {
  readonly id: WorkspaceId;
  readonly number: number;
}

export const createWorkspace = (
  { id, number }: Identifiers,
  now: Instant,
  owner: Owner,
  { name, emailDomains = [], metadata }: NewWorkspace,
): Workspace => ({
  id,
  number,
  name,
  ownerId: owner.id,
  ownerEmail: owner.email,
  emailDomains,
  metadata: metadata ? metadataAfter({}, metadata) : {},
  archivedAt: null,
  createdAt: now,
  updatedAt: now,
  choices: [],
  usageLimits: DEFAULT_USAGE_LIMITS,
  endpoints: [],
});

/** What a request writes; undefined leaves a field as it is. */
export interface WorkspacePatch {
  readonly name?: string | undefined;
  readonly emailDomains?: readonly string[] | undefined;
  readonly metadata?: MetadataChange | undefined;
}

export const updateWorkspace = (workspace: Workspace, { name, emailDomains, metadata }: WorkspacePatch): Workspace => ({
  ...workspace,
  name: name ?? workspace.name,
  emailDomains: emailDomains ?? workspace.emailDomains,
  metadata: metadata ? metadataAfter(workspace.metadata, metadata) : workspace.metadata,
});

/** A random nine-digit number without a leading zero. The store refuses one that is taken. */
export const workspaceNumber = (randomBytes: (size: number) => Uint8Array): number =>
  100_000_000 + (randomBytes(6).reduce((number, byte) => number * 256 + byte, 0) % 900_000_000);
