import type { MembershipId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { unauthorized } from '#shared/foundation/core/refusal';
import { mayAct, type Role } from '#shared/foundation/core/roles';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';

interface Base {
  readonly id: MembershipId;
  readonly workspaceId: WorkspaceId;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A user with a role in a workspace. */
export interface ActiveMembership extends Base {
  readonly status: 'active';
  readonly userId: UserId;
  /** When the invitation that was accepted was last sent; null for a founder, and for users an operator added. */
  readonly invitedAt: Instant | null;
}

/** An address that was invited. It grants nothing. */
export interface Invitation extends Base {
  readonly status: 'invited';
  /** When it was last sent. */
  readonly invitedAt: Instant;
  /** Who gave its role last; none where that was not kept. */
  readonly invitedBy?: UserId;
  /** When it was found that the mail of its last sending is not sent. */
  readonly mailNotSentAt?: Instant;
}

export type Membership = ActiveMembership | Invitation;

/** A workspace has at most so many memberships, invitations included. */
export const MOST_MEMBERSHIPS = 200;

/** An invitation can be accepted for so long after it was last sent. */
const OPEN_FOR_MS = 7 * DAY_MS;

export const isOpen = ({ invitedAt }: Invitation, now: Instant): boolean => now < later(invitedAt, OPEN_FOR_MS);

interface NewInvitation extends Pick<Invitation, 'id' | 'workspaceId' | 'email' | 'role' | 'invitedBy'> {}

export const invited = (address: NewInvitation, at: Instant): Invitation => ({
  ...address,
  status: 'invited',
  invitedAt: at,
  createdAt: at,
  updatedAt: at,
});

/** An invitation that is sent again, with the role that is asked for now. Throws 401 `unauthorized` as `withRole` does. */
export const invitedAgain = (
  { mailNotSentAt: _, ...invitation }: Invitation,
  role: Role,
  actor: Actor,
  at: Instant,
): Invitation => ({
  ...withRole(invitation, role, actor),
  invitedBy: actor.userId,
  invitedAt: at,
  updatedAt: at,
});

/** The user who signed in with the address that was invited. */
export interface InvitedUser {
  readonly userId: UserId;
  readonly email: string;
}

/** Whether a user can accept an invitation: it is theirs, and open. */
export const mayAccept = (invitation: Invitation, { email }: Pick<InvitedUser, 'email'>, now: Instant): boolean =>
  invitation.email === email && isOpen(invitation, now);

export const accepted = (
  { invitedBy: _by, mailNotSentAt: _at, ...invitation }: Invitation,
  { userId }: InvitedUser,
  at: Instant,
): ActiveMembership => ({
  ...invitation,
  status: 'active',
  userId,
  updatedAt: at,
});

interface Joining extends Pick<ActiveMembership, 'id' | 'workspaceId' | 'email' | 'role' | 'userId'> {}

/** A membership that needs no invitation: of who creates a workspace, or is added by an operator. */
export const joined = (user: Joining, at: Instant): ActiveMembership => ({
  ...user,
  status: 'active',
  invitedAt: null,
  createdAt: at,
  updatedAt: at,
});

/** Who changes memberships, with the role at the beginning of the request. */
export interface Actor {
  readonly userId: UserId;
  readonly role: Role;
}

/** Whether an actor may give and take these roles: owners every one, admins every one but that of owners. */
export const mayGive = ({ role: own }: Pick<Actor, 'role'>, ...roles: readonly Role[]): boolean =>
  mayAct(own, roles.includes('owner') ? 'own' : 'administer');

/** Throws 401 `unauthorized` where an actor may not give and take these roles. */
export function requireMayGive(actor: Pick<Actor, 'role'>, ...roles: readonly Role[]): void {
  if (!mayGive(actor, ...roles)) throw unauthorized();
}

/** The membership with another role. Throws 401 `unauthorized` where the actor may not give or take it. */
export function withRole<State extends Membership>(membership: State, role: Role, actor: Pick<Actor, 'role'>): State {
  requireMayGive(actor, membership.role, role);
  return { ...membership, role };
}

/** Whether a membership is that of the actor. */
export const isOwn = (membership: Membership, { userId }: Pick<Actor, 'userId'>): boolean =>
  membership.status === 'active' && membership.userId === userId;

/** Users may remove their own membership, whatever their role. Throws 401 `unauthorized` otherwise, as `withRole` does. */
export function requireMayRemove(membership: Membership, actor: Actor): void {
  if (!isOwn(membership, actor)) requireMayGive(actor, membership.role);
}
