import type { AssignmentId, MeetingId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Scope } from '#shared/settings/rules/settings';

/**
 * Whose upcoming meetings are to follow a change of settings, assignments, domains or a brand kit. A type and not an
 * interface, since it is kept as the content of a job.
 */
export type Propagation = {
  readonly workspaceId: WorkspaceId;
  readonly everyMeeting: boolean;
  /** Members whose choices changed: their meetings are among the others where every meeting is meant. */
  readonly memberIds: readonly MemberId[];
  readonly meetingIds: readonly MeetingId[];
  /** Of deleted settings, where more went with them than one transaction removes. */
  readonly goneAssignmentIds?: readonly AssignmentId[];
};

/** The job that has them follow. */
export interface PropagateSettingsJob {
  readonly type: 'job.reach';
  readonly content: Propagation;
}

/** The job that has every upcoming meeting of a workspace reckoned anew. */
export const propagateToWorkspace = (workspaceId: WorkspaceId): PropagateSettingsJob => ({
  type: 'job.reach',
  content: { workspaceId, everyMeeting: true, memberIds: [], meetingIds: [] },
});

/** The job that has the meetings of these scopes follow; none where nobody is meant. */
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
