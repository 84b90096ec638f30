import type { WorkspaceId } from '#shared/foundation/core/ids';

/** The job that propagates settings to every upcoming meeting of a workspace. */
export const propagateToWorkspace = (workspaceId: WorkspaceId) =>
  ({ type: 'job.reach', content: { workspaceId, everyMeeting: true, memberIds: [], meetingIds: [] } }) as const;
