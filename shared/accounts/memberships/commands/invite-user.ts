import { mailboxHashOf } from '#shared/accounts/mail/suppressions-store';
import { membershipsIn } from '#shared/accounts/memberships/commands/list-memberships';
import { invitationMail } from '#shared/accounts/memberships/rules/invitation-mail';
import {
  type Actor,
  type Invitation,
  invited,
  invitedAgain,
  type Membership,
  MOST_MEMBERSHIPS,
  requireMayGive,
} from '#shared/accounts/memberships/rules/membership';
import { allListed, invitationIdOf, type Listed, memberships } from '#shared/accounts/memberships/store';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MembershipId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { Role } from '#shared/foundation/core/roles';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { sharedUses } from '#shared/foundation/core/uses';

interface Asked {
  readonly workspaceId: WorkspaceId;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
}

interface Invited {
  readonly membership: Membership;
  readonly isNew: boolean;
}

/** The list of a workspace's memberships, and the invitation of an address. `keysOnly` before it is known who asks. */
export const loadInvitation = (
  table: Table,
  { workspaceId, email }: Omit<Asked, 'role'>,
  keysOnly = false,
): Promise<readonly [readonly Listed[], MembershipId | undefined]> =>
  Promise.all([allListed(table, workspaceId, keysOnly), invitationIdOf(table, email, workspaceId)]);

/**
 * Invites an address, or sends its invitation again, each with one mail. A user of the workspace stays as they are. What
 * it answers, and how long that takes, does not depend on the accounts that there are. 409 where the workspace has as many
 * memberships as it may have.
 */
export const inviteUser = command(async (context, asked: Asked, by: Actor): Promise<Invited> => {
  requireMayGive(by, asked.role);
  const { table } = context;
  const [listed, id] = await loadInvitation(table, asked);
  const [there, before] = await Promise.all([membershipsIn(context, listed), id && memberships.find(table, id)]);
  // One who accepted a moment ago is active, and still an invitation in the list.
  const user = [...(before ? [before.state] : []), ...there].find(
    ({ status, email }) => status === 'active' && email === asked.email,
  );
  if (user) return { membership: user, isNew: false };
  const at = context.clock.now();
  if (before?.state.status === 'invited')
    return save(context, before, invitedAgain(before.state, asked.role, by, at), at);
  if (there.length >= MOST_MEMBERSHIPS)
    throw conflict(`A workspace has at most ${MOST_MEMBERSHIPS} memberships, invitations included.`);
  return save(context, undefined, invited({ id: context.ids.make('mbr'), ...asked, invitedBy: by.userId }, at), at);
});

async function save(
  { table, changes, useOf }: CommandContext,
  before: Loaded<Membership> | undefined,
  membership: Invitation,
  at: Instant,
): Promise<Invited> {
  const result = { membership, isNew: before === undefined };
  const workspace = await workspaces.find(table, membership.workspaceId);
  if (!workspace) throw notFound(workspaces.noun);
  const founded = { workspaceId: membership.workspaceId, founderId: founderOf(workspace.state) };
  await changes.save({
    at,
    writes: [memberships.put(before, membership)],
    limits: [
      ...sharedUses(useOf, 'invitations', founded, at),
      useOf('address_invitations', `${membership.workspaceId}#${mailboxHashOf(membership.email)}`, at),
    ],
    jobs: [{ type: 'job.mail', content: invitationMail(membership) }],
    result,
  });
  return result;
}
