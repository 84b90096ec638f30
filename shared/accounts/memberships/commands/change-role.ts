import { endingOwner, isOwner } from '#shared/accounts/memberships/commands/end-membership';
import { type Actor, type Membership, withRole } from '#shared/accounts/memberships/rules/membership';
import { memberships } from '#shared/accounts/memberships/store';
import { command } from '#shared/foundation/commands/command';
import type { MembershipId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Role } from '#shared/foundation/core/roles';

/** Gives a membership or an invitation another role; the same one writes nothing. 409 `workspace_owner` for the only owner. */
export const changeRole = command(
  async ({ table, changes, clock }, id: MembershipId, role: Role, actor: Actor): Promise<Membership> => {
    const before = await memberships.find(table, id);
    if (!before) throw notFound(memberships.noun);
    const { state } = before;
    const changed = withRole(state, role, actor);
    if (changed.role === state.role) return state;
    const at = clock.now();
    const by = changed.status === 'invited' ? { invitedBy: actor.userId } : {};
    const result = { ...changed, ...by, updatedAt: at };
    const ofOwner = isOwner(state) ? await endingOwner(table, state) : [];
    await changes.save({ at, writes: [memberships.put(before, result), ...ofOwner], result });
    return result;
  },
);
