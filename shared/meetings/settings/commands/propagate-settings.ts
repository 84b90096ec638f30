import { members } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { isAwsError } from '#shared/foundation/core/error-name';
import type { MeetingId } from '#shared/foundation/core/ids';
import type { Page } from '#shared/foundation/core/page';
import { LostRace, Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { isRateLimited } from '#shared/foundation/core/uses';
import { loadHashedCall } from '#shared/meetings/meetings/commands/load-shared-call';
import { type MeetingPart, meetingsAhead } from '#shared/meetings/meetings/lists-store';
import { inSequenceByKey, propagateToMeeting } from '#shared/meetings/settings/commands/propagate-to-meeting';
import { removeDeletedSettings } from '#shared/meetings/settings/commands/remove-deleted-settings';
import type { HashedCall, Propagation } from '#shared/meetings/settings/rules/propagation';
import { removeAssignment } from '#shared/meetings/settings/store';

export interface PropagationContext extends CommandContext {
  /** A table that reads every row once. */
  readonly cacheReads: (table: Table) => Table;
  /** Reports a meeting that cannot be updated. The others are. */
  readonly reportFailure: (meetingId: MeetingId, error: unknown) => void;
}

/** Meetings of one step. */
const PAGE = 100;
const CONCURRENT_MEETINGS = 25;

/** Works on a page of a list; answers the position of the next page, undefined after the last. */
type PageWork = (propagation: Propagation, after: string | undefined) => Promise<string | undefined>;

/**
 * The lists that a propagation walks through: the meetings of the workspace, of each member, and those named. Each meeting
 * is compared with the newest settings and written only where it differs, so that it may be met several times. Before the
 * first page, references to deleted settings are removed. Nothing is left to do in a workspace that is archived.
 */
export const propagationLists =
  (context: PropagationContext) =>
  (propagation: Propagation): readonly PageWork[] =>
    partsOf(propagation).map((part, position) => async ({ workspaceId }, after) => {
      const workspace = await workspaces.find(context.table, workspaceId);
      if (workspace?.state.archivedAt !== null) return undefined;
      if (position === 0 && after === undefined) await removeDeleted(context, propagation);
      const page = await pageOf(context, part, after);
      await propagateToAll(context, workspace.state, page.items);
      return page.next;
    });

async function removeDeleted(context: PropagationContext, propagation: Propagation): Promise<void> {
  const { workspaceId, everyMeeting, memberIds, goneAssignmentIds = [] } = propagation;
  await context.changes.save({ at: context.clock.now(), writes: [goneAssignmentIds.map(removeAssignment)] });
  if (everyMeeting) await removeDeletedSettings(workspaces)(context)(workspaceId);
  await Promise.all(memberIds.map(removeDeletedSettings(members)(context)));
}

type Part = MeetingPart | { readonly meetingIds: readonly MeetingId[] } | { readonly call: HashedCall };

function partsOf({ workspaceId, everyMeeting, memberIds, meetingIds, call }: Propagation): readonly Part[] {
  if (everyMeeting) return [{ workspaceId }];
  return [
    ...memberIds.map((memberId) => ({ memberId })),
    ...(meetingIds.length > 0 ? [{ meetingIds }] : []),
    ...(call ? [{ call: { workspaceId, ...call } }] : []),
  ];
}

async function pageOf(
  { table, clock }: CommandContext,
  part: Part,
  after: string | undefined,
): Promise<Page<MeetingId>> {
  if ('meetingIds' in part) return { items: part.meetingIds, next: undefined };
  if ('call' in part) {
    const { meetings } = await loadHashedCall(table, part.call);
    return { items: meetings.map(({ meetingId }) => meetingId), next: undefined };
  }
  return meetingsAhead(table, part, clock.now(), { limit: PAGE, after });
}

async function propagateToAll(context: PropagationContext, workspace: Workspace, ids: readonly MeetingId[]) {
  const page = { workspace, shared: context.cacheReads(context.table), inSequenceByKey: inSequenceByKey() };
  const propagate = async (id: MeetingId) => unlessBroken(context, id, propagateToMeeting(context)(id, page));
  for (let at = 0; at < ids.length; at += CONCURRENT_MEETINGS) {
    await Promise.all(ids.slice(at, at + CONCURRENT_MEETINGS).map(propagate));
  }
}

/**
 * A lost race, throttling, an AWS service that fails or a limit without room is that of the page, which is tried again; any
 * other error is the meeting's own.
 */
async function unlessBroken(
  { reportFailure }: PropagationContext,
  id: MeetingId,
  propagating: Promise<boolean>,
): Promise<boolean> {
  try {
    return await propagating;
  } catch (error) {
    if (error instanceof LostRace || error instanceof Throttled || isAwsError(error) || isRateLimited(error))
      throw error;
    reportFailure(id, error);
    return false;
  }
}
