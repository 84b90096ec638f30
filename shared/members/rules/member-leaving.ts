import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';

/**
 * A member who was removed: what of theirs is to end. A type and not an interface, since it is kept as the content of a
 * job.
 */
export type MemberLeaving = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly connectionIds: readonly CalendarConnectionId[];
};
