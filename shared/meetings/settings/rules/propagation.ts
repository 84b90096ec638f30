import type { AssignmentId, MeetingId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { Scope } from '#shared/meetings/settings/rules/settings';

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
  /** Meetings at this call and time: one of them lost the bot that the others relied on. */
  readonly call?: Omit<HashedCall, 'workspaceId'>;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** What decides about meetings changed, or a bot that several rely on was lost: upcoming ones are to follow. */
    'job.reach': { readonly content: Propagation };
  }
}

/** The job that propagates settings. */
export interface PropagateSettingsJob {
  readonly type: 'job.reach';
  readonly content: Propagation;
}

/** The job that propagates settings to one meeting, and plans its bots again. */
export const propagateToMeetingAlone = (workspaceId: WorkspaceId, meetingId: MeetingId): PropagateSettingsJob => ({
  type: 'job.reach',
  content: { workspaceId, everyMeeting: false, memberIds: [], meetingIds: [meetingId] },
});

/** The job that looks again at the meetings of a call within a quarter of an hour. */
export const propagateToCall = ({ workspaceId, hash, at }: HashedCall): PropagateSettingsJob => ({
  type: 'job.reach',
  content: { workspaceId, everyMeeting: false, memberIds: [], meetingIds: [], call: { hash, at } },
});

/** A call at one time, as a job has it. */
export type HashedCall = {
  readonly workspaceId: WorkspaceId;
  /** Of the identity of the call, which may hold the name of a person. */
  readonly hash: string;
  readonly at: Instant;
};

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
