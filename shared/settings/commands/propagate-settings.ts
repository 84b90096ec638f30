import type { CommandContext } from '#shared/commands/context';
import type { Sleep } from '#shared/core/clock';
import type { MeetingId } from '#shared/core/ids';
import type { Page } from '#shared/core/page';
import { LostRace, Throttled } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { loadHashedCall } from '#shared/meetings/commands/load-shared-call';
import { type MeetingPart, meetingsAhead } from '#shared/meetings/lists-store';
import { members } from '#shared/members/store';
import { inSequenceByKey, propagateToMeeting } from '#shared/settings/commands/propagate-to-meeting';
import { removeDeletedSettings } from '#shared/settings/commands/save-settings';
import type { HashedCall, Propagation } from '#shared/settings/rules/propagation';
import { removeAssignment } from '#shared/settings/store';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

export interface PropagationContext extends CommandContext {
  readonly sleep: Sleep;
  /** A table that reads every row once. */
  readonly cacheReads: (table: Table) => Table;
  /** Reports a meeting that cannot be updated. The others are. */
  readonly reportFailure: (meetingId: MeetingId, error: unknown) => void;
}

/** How far a propagation got. */
export type PropagationCursor = {
  readonly walk: 1 | 2;
  /** The workspace is one part; so is each member, and then the meetings named. */
  readonly part: number;
  readonly after?: string;
};

/** Meetings of one step. */
const PAGE = 100;
const CONCURRENT_MEETINGS = 25;
/** 200 meetings a second: each is two writes in the workspace's partition of the index `order`, which takes 1,000. */
const MS_PER_MEETING = 5;
/** The second walk finds meetings that were written during the change, or were not in the index yet. */
const SECOND_WALK_MS = MINUTE_MS;
/** Several changes at once share one partition: a throttled page is tried again after this. */
const THROTTLED_MS = 10 * SECOND_MS;

/** What is left after a page. */
export type PropagationProgress = 'done' | { readonly place: PropagationCursor; readonly notBefore?: Instant };

/**
 * Propagates settings to the next page of meetings. Each is compared with the newest settings and written only where it
 * differs, so that it may be met several times.
 */
export const propagateToPage =
  (context: PropagationContext) =>
  async (propagation: Propagation, place: PropagationCursor = { walk: 1, part: 0 }): Promise<PropagationProgress> => {
    try {
      return await nextPage(context, propagation, place);
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      return { place, notBefore: later(context.clock.now(), THROTTLED_MS) };
    }
  };

async function nextPage(
  context: PropagationContext,
  propagation: Propagation,
  place: PropagationCursor,
): Promise<PropagationProgress> {
  const workspace = await workspaces.find(context.table, propagation.workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) return 'done';
  if (place.walk === 1 && place.part === 0 && place.after === undefined) await removeDeleted(context, propagation);

  const parts = partsOf(propagation);
  const part = parts[place.part];
  if (!part) return 'done';
  const page = await pageOf(context, part, place.after);
  await propagateToAll(context, workspace.state, page.items);
  if (page.next !== undefined) return { place: { ...place, after: page.next } };
  if (place.part + 1 < parts.length) return { place: { walk: place.walk, part: place.part + 1 } };
  if (place.walk === 2) return 'done';
  return { place: { walk: 2, part: 0 }, notBefore: later(context.clock.now(), SECOND_WALK_MS) };
}

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
  const { clock, sleep } = context;
  const page = { workspace, shared: context.cacheReads(context.table), inSequenceByKey: inSequenceByKey() };
  const propagate = async (id: MeetingId) => unlessBroken(context, id, propagateToMeeting(context)(id, page));
  for (let at = 0; at < ids.length; at += CONCURRENT_MEETINGS) {
    const begun = clock.now();
    const written = await Promise.all(ids.slice(at, at + CONCURRENT_MEETINGS).map(propagate));
    const left = written.filter(Boolean).length * MS_PER_MEETING - (clock.now() - begun);
    if (left > 0) await sleep(left);
  }
}

/** A lost race or throttling fails the page, which is tried again; any other error is the meeting's own. */
async function unlessBroken(
  { reportFailure }: PropagationContext,
  id: MeetingId,
  propagating: Promise<boolean>,
): Promise<boolean> {
  try {
    return await propagating;
  } catch (error) {
    if (error instanceof LostRace || error instanceof Throttled) throw error;
    reportFailure(id, error);
    return false;
  }
}
