import * as v from 'valibot';
import type { Membership } from '#shared/accounts/memberships/rules/membership';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { ALL_ROLES } from '#shared/foundation/core/roles';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const MembershipBody = v.strictObject({
  id: idText('mbr'),
  object: v.literal('membership'),
  workspace_id: idText('wks'),
  organization_id: v.pipe(v.number(), v.integer()),
  organization_name: v.string(),
  user_id: v.nullable(idText('usr')),
  email: v.string(),
  name: v.nullable(v.string()),
  role: v.picklist(ALL_ROLES),
  status: v.picklist(['active', 'invited']),
  invited_at: v.nullable(dateTime),
  mail_not_sent_at: v.nullable(dateTime),
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentMembership = (membership: Membership, { number, name }: Workspace) => ({
  id: membership.id,
  object: 'membership',
  workspace_id: membership.workspaceId,
  organization_id: number,
  organization_name: name,
  user_id: membership.status === 'active' ? membership.userId : null,
  email: membership.email,
  // Users have no name here: they sign in by their address.
  name: null,
  role: membership.role,
  status: membership.status,
  invited_at: membership.invitedAt === null ? null : isoOf(membership.invitedAt),
  mail_not_sent_at:
    membership.status === 'invited' && membership.mailNotSentAt !== undefined ? isoOf(membership.mailNotSentAt) : null,
  created_at: isoOf(membership.createdAt),
  updated_at: isoOf(membership.updatedAt),
});
