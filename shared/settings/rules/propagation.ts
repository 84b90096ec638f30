import type { AssignmentId, MeetingId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Scope } from '#shared/settings/rules/settings';

/**
 * The upcoming meetings that follow a change of settings, assignments, domains or a brand kit. A type and not an
 * interface, since it is stored as the content of a job.
 */
export type Propagation = {
  readonly workspaceId: WorkspaceId;
  readonly everyMeeting: boolean;
  /** Members whose settings changed. With `everyMeeting`, their meetings are among the others. */
  readonly memberIds: readonly MemberId[];
  readonly meetingIds: readonly MeetingId[];
  /** Assignments of deleted settings beyond those that one transaction removes. */
  readonly goneAssignmentIds?: readonly AssignmentId[];
};

/** The job that propagates settings. */
export interface PropagateSettingsJob {
  readonly type: 'job.reach';
  readonly content: Propagation;
}

/** The job that propagates settings to every upcoming meeting of a workspace. */
export const propagateToWorkspace = (workspaceId: WorkspaceId): PropagateSettingsJob => ({
  type: 'job.reach',
  content: { workspaceId, everyMeeting: true, memberIds: [], meetingIds: [] },
});

/** The job that propagates settings to the meetings of these scopes; none without scopes. */
export function propagateToScopes(
  workspaceId: WorkspaceId,
  scopes: readonly Pick<Scope, 'owner'>[],
  goneAssignmentIds: readonly AssignmentId[] = [],
): readonly PropagateSettingsJob[] {
  if (scopes.length === 0) return [];
  const owners = scopes.map(({ owner }) => owner);
  const content = {
    workspaceId,
    everyMeeting: owners.some(({ type }) => type === 'workspace'),
    memberIds: [...new Set(owners.flatMap((owner) => (owner.type === 'member' ? [owner.id] : [])))],
    meetingIds: [...new Set(owners.flatMap((owner) => (owner.type === 'meeting' ? [owner.id] : [])))],
    ...(goneAssignmentIds.length > 0 && { goneAssignmentIds }),
  };
  return [{ type: 'job.reach', content }];
}
