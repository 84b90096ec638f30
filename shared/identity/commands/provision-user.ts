import type { CommandContext } from '#shared/commands/context';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { comparableEmail } from '#shared/core/people';
import type { Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { newKey } from '#shared/identity/commands/new-key';
import { putKey, putSubject, putUserEmail, users } from '#shared/identity/store';
import { joined } from '#shared/memberships/rules/membership';
import { memberships } from '#shared/memberships/store';
import { scheduleDeliveredSums } from '#shared/usage/delivered-store';
import { createWorkspace, type NewWorkspace, workspaceNumber } from '#shared/workspaces/rules/save-workspace';
import type { Role } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

export interface NewUser {
  readonly email: string;
  /** The user's id at the identity provider. With it, the email is refused if another user has it. */
  readonly subject?: string;
  /** The removed user whose subject it was. */
  readonly inPlaceOf?: UserId | undefined;
  /** A new workspace, which the user owns, or an existing one. */
  readonly workspace: NewWorkspace | { readonly workspaceId: WorkspaceId; readonly role: Role };
}

interface ProvisionedUser {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
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
    await context.changes.save({ at, writes: [...writes, key] });
    return { ...provisioned, apiKey };
  };

/** A new user with a role in a workspace. Without a key: users who sign up create theirs on its page. */
export function userWrites({ ids, randomBytes }: Omit<Provisioning, 'clock' | 'changes'>, user: NewUser, at: Instant) {
  const { subject, workspace } = user;
  const email = comparableEmail(user.email);
  const userId = ids.make('usr');
  const writes: (readonly Write[])[] = [
    users.put(undefined, { id: userId, email, createdAt: at }),
    putUserEmail({ email, userId, onlyIfNew: subject !== undefined }),
    ...(subject === undefined ? [] : [putSubject({ subject, userId, inPlaceOf: user.inPlaceOf })]),
  ];
  const membership = (workspaceId: WorkspaceId, role: Role) =>
    memberships.put(undefined, joined({ id: ids.make('mbr'), userId, workspaceId, email, role }, at));
  if ('workspaceId' in workspace) {
    const { workspaceId, role } = workspace;
    return { userId, workspaceId, writes: [...writes, membership(workspaceId, role)] };
  }
  const workspaceId = ids.make('wks');
  const identifiers = { id: workspaceId, number: workspaceNumber(randomBytes) };
  const created = createWorkspace(identifiers, at, { id: userId, email }, workspace);
  return {
    userId,
    workspaceId,
    writes: [
      ...writes,
      workspaces.put(undefined, created),
      membership(workspaceId, 'owner'),
      [scheduleDeliveredSums(workspaceId, at)],
    ],
  };
}
