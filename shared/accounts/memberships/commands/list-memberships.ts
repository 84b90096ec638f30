import { users } from '#shared/accounts/identity/store';
import type { Membership } from '#shared/accounts/memberships/rules/membership';
import { adopted, adopting, type Listed, membershipPage, memberships } from '#shared/accounts/memberships/store';
import type { WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { roleOf } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { filterMapPage } from '#shared/foundation/core/page';

/**
 * Makes a membership of a role that was given before memberships had ids. Its id follows from the role, so that two lists
 * at the same time show one. Undefined where the role has ended, or its user is gone.
 */
const adoptRole = command(
  async ({ table, changes, clock }, { userId, workspaceId }: WorkspaceRole): Promise<Membership | undefined> => {
    const [role, user] = await Promise.all([roleOf(table, userId, workspaceId), users.find(table, userId)]);
    if (!role || !user) return undefined;
    if (role.membershipId !== undefined) return (await memberships.find(table, role.membershipId))?.state;
    const membership = adopted(role, user.state.email);
    await changes.save({ at: clock.now(), writes: [adopting(membership)] });
    return membership;
  },
);

const membershipIn = (context: CommandContext, one: Listed): Promise<Membership | undefined> =>
  'membership' in one ? Promise.resolve(one.membership) : adoptRole(context)(one.olderRole);

/** A page of the memberships of a workspace, newest first; each has an id from the moment it is shown. */
export const listMemberships =
  (context: CommandContext) =>
  async (workspaceId: WorkspaceId, request: PageRequest): Promise<Page<Membership>> => {
    const page = await membershipPage(context.table, workspaceId, request);
    const items = await Promise.all(page.items.map((one) => membershipIn(context, one)));
    return filterMapPage({ ...page, items }, (one) => one);
  };

/** The memberships of a list, each with an id. */
export async function membershipsIn(
  context: CommandContext,
  listed: readonly Listed[],
): Promise<readonly Membership[]> {
  const found = await Promise.all(listed.map((one) => membershipIn(context, one)));
  return found.flatMap((one) => one ?? []);
}
