import type { ChangeStore, Changes } from '#shared/commands/changes';
import type { Clock } from '#shared/core/clock';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { ApiKeys } from '#shared/identity/ports/api-keys';
import { comparableEmail } from '#shared/members/rules/member';
import type { Role, Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly apiKeys: ApiKeys;
}

export interface NewUser {
  readonly userId: UserId;
  readonly email: string;
  /** Who they are where they sign in, when they came from there; the address is refused to a second user then. */
  readonly subject?: string;
  /** A workspace to make with the user as its owner, or one that is there already to join. */
  readonly place: NewWorkspace | { readonly join: WorkspaceId; readonly role: Role };
}

interface NewWorkspace {
  readonly make: {
    readonly id: WorkspaceId;
    readonly number: number;
    readonly name: string;
    readonly emailDomains: readonly string[];
  };
}

/** Makes a user with a role and a key; the key comes back this once, its digest stays. */
export const addUser =
  ({ changes, clock, apiKeys }: Needs) =>
  async (user: NewUser): Promise<{ readonly apiKey: string }> => {
    const at = clock.now();
    const { userId } = user;
    const { key, digest } = apiKeys.make(userId);
    await changes.save({ ...withoutKey(user, at), keys: [{ userId, digest, pin: null, createdAt: at }] });
    return { apiKey: key };
  };

/** A user with a role, who takes a key from the page for it: one made here could be shown to nobody. */
export function withoutKey(user: NewUser, at: Instant): Changes {
  const { userId, subject } = user;
  const email = comparableEmail(user.email);
  return {
    at,
    users: [{ before: undefined, after: { id: userId, email, createdAt: at } }],
    userEmails: [{ email, userId, onlyIfNew: subject !== undefined }],
    ...(subject !== undefined && { subjects: [{ subject, userId }] }),
    ...placing(user, at),
  };
}

function placing({ userId, email, place }: NewUser, at: Instant): Partial<Changes> {
  if ('join' in place) return { memberships: [{ userId, workspaceId: place.join, role: place.role, createdAt: at }] };
  return {
    workspaces: [{ before: undefined, after: newWorkspace(place.make, { userId, email }, at) }],
    memberships: [{ userId, workspaceId: place.make.id, role: 'owner', createdAt: at }],
  };
}

const newWorkspace = (
  make: NewWorkspace['make'],
  owner: { readonly userId: UserId; readonly email: string },
  at: Instant,
): Workspace => ({
  ...make,
  ownerId: owner.userId,
  ownerEmail: comparableEmail(owner.email),
  metadata: {},
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
  choices: [],
  endpoints: [],
});
