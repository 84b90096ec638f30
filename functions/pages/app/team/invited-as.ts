import type { Membership } from '#shared/memberships/rules/membership';

/** What the audit event of an invitation shows: the role, and no address. */
export const invitedAs = ({ membership }: { readonly membership: Membership }) => ({
  after: { role: membership.role },
});
