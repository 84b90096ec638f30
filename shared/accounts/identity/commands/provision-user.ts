import { newKey } from '#shared/accounts/identity/commands/new-key';
import { putKey, putSubject, putUserEmail, users } from '#shared/accounts/identity/store';
import { joined } from '#shared/accounts/memberships/rules/membership';
import { memberships } from '#shared/accounts/memberships/store';
import { scheduleDeliveredSums } from '#shared/accounts/usage/delivered-due-store';
import { DEFAULT_USAGE_LIMITS, type UsageLimits } from '#shared/accounts/usage/rules/usage-limits';
import { createWorkspace, type NewWorkspace, workspaceNumber } from '#shared/accounts/workspaces/rules/save-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MembershipId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Role } from '#shared/foundation/core/roles';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

export interface NewUser {
  readonly email: string;
  /** The user's id at the identity provider. With it, the email is refused if another user has it. */
  readonly subject?: string;
  /** The removed user whose subject it was. */
  readonly inPlaceOf?: UserId | undefined;
  /** A new workspace, which the user owns, or an existing one. */
  readonly workspace: NewWorkspace | { readonly workspaceId: WorkspaceId; readonly role: Role };
  /** Of a new workspace: those of paid work where absent. */
  readonly usageLimits?: UsageLimits;
}

export interface ProvisionedUser {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly membershipId: MembershipId;
}

type Provisioning = Pick<CommandContext, 'ids' | 'clock' | 'changes' | 'randomBytes'>;

/** Creates a user with an API key. The key is returned only here; its digest and a sealed copy are stored. */
export const provisionUser =
  (context: Provisioning & Parameters<typeof newKey>[0]) =>
  async (user: NewUser): Promise<ProvisionedUser & { readonly apiKey: string }> => {
    const at = context.clock.now();
    const { writes, ...provisioned } = userWrites(context, user, at);
    const { apiKey, stored } = await newKey(context, provisioned.userId);
    const key = putKey({ userId: provisioned.userId, ...stored, pin: null, createdAt: at });
    await context.changes.save({ at, writes: [...writes, key], result: provisioned });
    return { ...provisioned, apiKey };
  };

/** A new user with a role in a workspace. Without a key: users who sign up create theirs on its page. */
export function userWrites({ ids, randomBytes }: Omit<Provisioning, 'clock' | 'changes'>, user: NewUser, at: Instant) {
  const { subject, workspace, usageLimits = DEFAULT_USAGE_LIMITS } = user;
  const email = comparableEmail(user.email);
  const userId = ids.make('usr');
  const writes: (readonly Write[])[] = [
    users.put(undefined, { id: userId, email, createdAt: at }),
    putUserEmail({ email, userId, onlyIfNew: subject !== undefined }),
    ...(subject === undefined ? [] : [putSubject({ subject, userId, inPlaceOf: user.inPlaceOf })]),
  ];
  const membership = (workspaceId: WorkspaceId, role: Role) => {
    const id = ids.make('mbr');
    return {
      ...{ userId, workspaceId, membershipId: id },
      write: memberships.put(undefined, joined({ id, userId, workspaceId, email, role }, at)),
    };
  };
  if ('workspaceId' in workspace) {
    const { workspaceId, role } = workspace;
    const { write, ...made } = membership(workspaceId, role);
    return { ...made, writes: [...writes, write] };
  }
  const workspaceId = ids.make('wks');
  const identifiers = { id: workspaceId, number: workspaceNumber(randomBytes) };
  const created = { ...createWorkspace(identifiers, at, { id: userId, email }, workspace), usageLimits };
  const { write, ...made } = membership(workspaceId, 'owner');
  return {
    ...made,
    writes: [...writes, workspaces.put(undefined, created), write, [scheduleDeliveredSums(workspaceId, at)]],
  };
}
