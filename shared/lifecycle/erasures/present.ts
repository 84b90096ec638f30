import { isoOf } from '#shared/foundation/core/time';
import type { MemberErasure } from '#shared/lifecycle/erasures/commands/erase-member';

export const presentMemberErasure = ({ member, status }: MemberErasure) => ({
  object: 'member_erasure',
  member_id: member.id,
  workspace_id: member.workspaceId,
  status,
  requested_at: isoOf(member.erasedAt ?? member.removedAt),
});
