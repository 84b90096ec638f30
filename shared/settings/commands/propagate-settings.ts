import { eachKitOnce } from '#shared/brand-kits/commands/identities';
import type { MeetingId } from '#shared/core/ids';
import type { Page } from '#shared/core/page';
import type { Sleep } from '#shared/core/sleep';
import { LostRace, Throttled } from '#shared/core/store';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { MeetingPart } from '#shared/events/ports/stores';
import { meetingLayersLoader } from '#shared/settings/commands/load-meeting-layers';
import { oneAtATime } from '#shared/settings/commands/one-at-a-time';
import { type PropagateToMeetingNeeds, propagateToMeeting } from '#shared/settings/commands/propagate-to-meeting';
import {
  type RemoveDeletedNeeds,
  removeDeletedFromMember,
  removeDeletedFromWorkspace,
} from '#shared/settings/commands/remove-deleted-settings';
import type { Propagation } from '#shared/settings/rules/propagation';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface PropagateNeeds extends PropagateToMeetingNeeds, RemoveDeletedNeeds {
  readonly rest: Sleep;
  /** A meeting that could not follow, and never will as it stands, must not keep the others. */
  readonly stumbled: (meetingId: MeetingId, error: unknown) => void;
}

/** How far a propagation got. */
export type PropagationCursor = {
  readonly walk: 1 | 2;
  /** Which of the parts: the whole workspace, or one member after the other and then the meetings named. */
  readonly part: number;
  readonly after?: string;
};

/** Meetings of one step. */
const PAGE = 100;
/** Followed side by side. */
const AT_ONCE = 25;
/** 200 meetings a second: each is two writes in the workspace's partition of the index `order`, which takes 1,000. */
const SHARE_MS = 5;
/** A meeting written at the moment of the change, or not yet in the index, is met by the second walk. */
const SECOND_WALK_MS = MINUTE_MS;
/** Several changes at once share one partition; where it is too much, a page is tried again after this. */
const BREATHER_MS = 10 * SECOND_MS;

/**
 * The next page of the meetings that a change reaches. Each is reckoned from the newest choices and compared with what
 * it has, so that it is told once however often it is met; two walks make up for what the first could not see.
 */
export const propagateToPage =
  (needs: PropagateNeeds) =>
  async (propagation: Propagation, place: PropagationCursor = { walk: 1, part: 0 }): Promise<Reached> => {
    try {
      return await nextPage(needs, propagation, place);
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      return { place, notBefore: later(needs.clock.now(), BREATHER_MS) };
    }
  };

export type Reached = 'done' | { readonly place: PropagationCursor; readonly notBefore?: Instant };

async function nextPage(needs: PropagateNeeds, propagation: Propagation, place: PropagationCursor): Promise<Reached> {
  const workspace = await needs.workspaces.find(propagation.workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) return 'done';
  if (place.walk === 1 && place.part === 0 && place.after === undefined) await tidy(needs, propagation);

  const parts = partsOf(propagation);
  const part = parts[place.part];
  if (!part) return 'done';
  const page = await pageOf(needs, part, place.after);
  await followAll(needs, workspace.state, page.items);
  if (page.next !== undefined) return { place: { ...place, after: page.next } };
  if (place.part + 1 < parts.length) return { place: { walk: place.walk, part: place.part + 1 } };
  if (place.walk === 2) return 'done';
  return { place: { walk: 2, part: 0 }, notBefore: later(needs.clock.now(), SECOND_WALK_MS) };
}

async function tidy(needs: RemoveDeletedNeeds, propagation: Propagation): Promise<void> {
  const { workspaceId, everyMeeting, memberIds, goneAssignmentIds = [] } = propagation;
  await needs.changes.save({ at: needs.clock.now(), removedAssignments: goneAssignmentIds });
  if (everyMeeting) await removeDeletedFromWorkspace(needs, workspaceId);
  await Promise.all(memberIds.map((id) => removeDeletedFromMember(needs, id)));
}

type Part = MeetingPart | { readonly meetingIds: readonly MeetingId[] };

function partsOf({ workspaceId, everyMeeting, memberIds, meetingIds }: Propagation): readonly Part[] {
  if (everyMeeting) return [{ workspaceId }];
  return [...memberIds.map((memberId) => ({ memberId })), ...(meetingIds.length > 0 ? [{ meetingIds }] : [])];
}

async function pageOf(needs: PropagateNeeds, part: Part, after: string | undefined): Promise<Page<MeetingId>> {
  if ('meetingIds' in part) return { items: part.meetingIds, next: undefined };
  return needs.meetings.ahead(part, needs.clock.now(), { limit: PAGE, after });
}

async function followAll(needs: PropagateNeeds, workspace: Workspace, ids: readonly MeetingId[]): Promise<void> {
  const facts = { workspace, loadLayers: meetingLayersLoader(needs, workspace), turns: oneAtATime() };
  const follow = propagateToMeeting({ ...needs, kits: eachKitOnce(needs.kits) });
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const begun = needs.clock.now();
    const followed = ids.slice(at, at + AT_ONCE).map((id) => unlessBroken(needs, id, follow(id, facts)));
    const written = (await Promise.all(followed)).filter(Boolean).length;
    const left = written * SHARE_MS - (needs.clock.now() - begun);
    if (left > 0) await needs.rest.rest(left);
  }
}

/** What may go well another time is tried again with the whole page. */
async function unlessBroken(
  { stumbled }: PropagateNeeds,
  id: MeetingId,
  following: Promise<boolean>,
): Promise<boolean> {
  try {
    return await following;
  } catch (error) {
    if (error instanceof LostRace || error instanceof Throttled) throw error;
    stumbled(id, error);
    return false;
  }
}
