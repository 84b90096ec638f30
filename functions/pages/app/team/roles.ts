import { type Membership, mayGive } from '#shared/accounts/memberships/rules/membership';
import { ALL_ROLES, type Role } from '#shared/foundation/core/roles';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
};

/** The roles that a user with this role may give, as options of a field. */
export const roleOptions = (role: Role) =>
  ALL_ROLES.filter((one) => mayGive({ role }, one)).map((one) => [one, ROLE_NAMES[one]] as const);

/** What the audit event of an invitation shows: the role, and no address. */
export const invitedAs = ({ membership }: { readonly membership: Membership }) => ({
  after: { role: membership.role },
});
