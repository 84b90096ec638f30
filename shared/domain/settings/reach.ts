import type { MeetingId, MemberId, WorkspaceId } from '#shared/domain/ids';

/**
 * Whose upcoming meetings are to follow a change of settings, assignments, domains or a brand kit. A type and not an
 * interface, since it is kept as the content of a job.
 */
export type Reach = {
  readonly workspaceId: WorkspaceId;
  /** Every meeting of the workspace; the two lists say nothing then. */
  readonly everyMeeting: boolean;
  readonly memberIds: readonly MemberId[];
  readonly meetingIds: readonly MeetingId[];
};
