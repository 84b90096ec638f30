import { isStillGiven } from '#shared/accounts/memberships/inviters-store';
import { accepted, type Invitation, type InvitedUser, mayAccept } from '#shared/accounts/memberships/rules/membership';
import { invitationIdsTo, memberships } from '#shared/accounts/memberships/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { roleOf, workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { MembershipId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/** An invitation that a user can accept, with its workspace. */
export interface OpenInvitation {
  readonly invitation: Loaded<Invitation>;
  readonly workspace: Workspace;
}

/**
 * The invitation with an id, where this user can accept it now: one of another address, and one whose maker may not give
 * its role any more, look as if there were none.
 */
export async function openInvitation(
  table: Table,
  id: MembershipId,
  user: Pick<InvitedUser, 'email'>,
  now: Instant,
): Promise<OpenInvitation | undefined> {
  const invitation = await acceptable(table, id, user, now);
  return invitation && withOpenWorkspace(table, invitation);
}

/** The invitation with an id, where it is open and of this address. */
async function acceptable(
  table: Table,
  id: MembershipId,
  user: Pick<InvitedUser, 'email'>,
  now: Instant,
): Promise<Loaded<Invitation> | undefined> {
  const found = await memberships.find(table, id);
  if (found?.state.status !== 'invited' || !mayAccept(found.state, user, now)) return undefined;
  return { revision: found.revision, state: found.state };
}

/** With its workspace; undefined where that is archived, or the inviter may not give the role any more. */
async function withOpenWorkspace(table: Table, invitation: Loaded<Invitation>): Promise<OpenInvitation | undefined> {
  const workspace = (await workspaces.find(table, invitation.state.workspaceId))?.state;
  if (!workspace || workspace.archivedAt !== null || !(await isStillGiven(table, invitation.state))) return undefined;
  return { invitation, workspace };
}

/** The most invitations that are shown, and of one user who invites. */
const SHOWN = 50;
const SHOWN_OF_INVITER = 5;

/** Pages of invitations that are read: 3,000 invitations. */
const MOST_PAGES = 10;

/**
 * The invitations that a user can accept now, in any workspace: those of the newest workspaces. Of one who invites to many
 * only some are shown, and those that cannot be accepted any more are passed over, so that they hide no other.
 */
export async function openInvitations(
  table: Table,
  user: Pick<InvitedUser, 'email'>,
  now: Instant,
): Promise<readonly OpenInvitation[]> {
  const open: OpenInvitation[] = [];
  let pages = 0;
  for await (const ids of invitationIdsTo(table, user.email)) {
    const found = await Promise.all(ids.map((id) => openInvitation(table, id, user, now)));
    open.push(...found.flatMap((one) => one ?? []));
    pages += 1;
    if (pages === MOST_PAGES || shownOf(open).length === SHOWN) break;
  }
  return shownOf(open);
}

const shownOf = (open: readonly OpenInvitation[]): readonly OpenInvitation[] =>
  [...Map.groupBy(open, ({ invitation: { state } }) => state.invitedBy ?? state.id).values()]
    .flatMap((ofInviter) => ofInviter.slice(0, SHOWN_OF_INVITER))
    .slice(0, SHOWN);

/**
 * Gives a user the role that they were invited with; of two requests at the same time, one does. One who got a role in
 * the workspace by another way meanwhile keeps that one, and the invitation ends. 404 as `openInvitation`.
 */
export const acceptInvitation = command(
  async ({ table, changes, clock }, id: MembershipId, user: InvitedUser): Promise<Workspace> => {
    const at = clock.now();
    const found = await openInvitation(table, id, user, at);
    if (!found) throw notFound('invitation');
    const { invitation, workspace } = found;
    const role = await roleOf(table, user.userId, workspace.id);
    await changes.save({
      at,
      writes: [
        role ? memberships.remove(invitation) : memberships.put(invitation, accepted(invitation.state, user, at)),
      ],
      result: workspace,
    });
    return workspace;
  },
);
