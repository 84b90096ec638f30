import type { UserId, WorkspaceId } from '#shared/domain/ids';
import { comparableEmail } from '#shared/domain/members/member';
import type { Instant } from '#shared/domain/time';
import type { Role, Workspace } from '#shared/domain/workspaces/workspace';
import type { ApiKeys } from '#shared/ports/api-keys';
import type { ChangeStore, Changes } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';

interface Needs {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly apiKeys: ApiKeys;
}

export interface NewUser {
  readonly userId: UserId;
  readonly email: string;
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
    const { key, digest } = apiKeys.make(user.userId);
    await changes.save({
      at,
      users: [{ before: undefined, after: { id: user.userId, email: comparableEmail(user.email), createdAt: at } }],
      keys: [{ userId: user.userId, digest, pin: null, createdAt: at }],
      ...placing(user, at),
    });
    return { apiKey: key };
  };

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
