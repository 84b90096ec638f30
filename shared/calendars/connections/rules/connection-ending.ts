import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';

/** The connection that was disconnected. A type and not an interface, since it is kept as the content of a job. */
export type ConnectionEnding = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly connectionId: CalendarConnectionId;
};
