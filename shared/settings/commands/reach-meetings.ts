import { eachKitOnce } from '#shared/brand-kits/commands/identities';
import type { MeetingId } from '#shared/core/ids';
import type { Page } from '#shared/core/page';
import type { Rest } from '#shared/core/rest';
import { LostRace, Throttled } from '#shared/core/store';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { MeetingPart } from '#shared/events/ports/stores';
import { type FollowNeeds, followMeeting } from '#shared/settings/commands/follow-meeting';
import { inTurn } from '#shared/settings/commands/in-turn';
import { newestLayers } from '#shared/settings/commands/newest-layers';
import { type TidyNeeds, tidyMember, tidyWorkspace } from '#shared/settings/commands/tidy-choices';
import type { Reach } from '#shared/settings/rules/reach';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface ReachMeetingsNeeds extends FollowNeeds, TidyNeeds {
  readonly rest: Rest;
  /** A meeting that could not follow, and never will as it stands, must not keep the others. */
  readonly stumbled: (meetingId: MeetingId, error: unknown) => void;
}

/** How far a reach came. */
export type ReachPlace = {
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
export const reachMeetings =
  (needs: ReachMeetingsNeeds) =>
  async (reach: Reach, place: ReachPlace = { walk: 1, part: 0 }): Promise<Reached> => {
    try {
      return await nextPage(needs, reach, place);
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      return { place, notBefore: later(needs.clock.now(), BREATHER_MS) };
    }
  };

export type Reached = 'done' | { readonly place: ReachPlace; readonly notBefore?: Instant };

async function nextPage(needs: ReachMeetingsNeeds, reach: Reach, place: ReachPlace): Promise<Reached> {
  const workspace = await needs.workspaces.find(reach.workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) return 'done';
  if (place.walk === 1 && place.part === 0 && place.after === undefined) await tidy(needs, reach);

  const parts = partsOf(reach);
  const part = parts[place.part];
  if (!part) return 'done';
  const page = await pageOf(needs, part, place.after);
  await followAll(needs, workspace.state, page.items);
  if (page.next !== undefined) return { place: { ...place, after: page.next } };
  if (place.part + 1 < parts.length) return { place: { walk: place.walk, part: place.part + 1 } };
  if (place.walk === 2) return 'done';
  return { place: { walk: 2, part: 0 }, notBefore: later(needs.clock.now(), SECOND_WALK_MS) };
}

async function tidy(needs: TidyNeeds, reach: Reach): Promise<void> {
  const { workspaceId, everyMeeting, memberIds, goneAssignmentIds = [] } = reach;
  await needs.changes.save({ at: needs.clock.now(), removedAssignments: goneAssignmentIds });
  if (everyMeeting) await tidyWorkspace(needs, workspaceId);
  await Promise.all(memberIds.map((id) => tidyMember(needs, id)));
}

type Part = MeetingPart | { readonly meetingIds: readonly MeetingId[] };

function partsOf({ workspaceId, everyMeeting, memberIds, meetingIds }: Reach): readonly Part[] {
  if (everyMeeting) return [{ workspaceId }];
  return [...memberIds.map((memberId) => ({ memberId })), ...(meetingIds.length > 0 ? [{ meetingIds }] : [])];
}

async function pageOf(needs: ReachMeetingsNeeds, part: Part, after: string | undefined): Promise<Page<MeetingId>> {
  if ('meetingIds' in part) return { items: part.meetingIds, next: undefined };
  return needs.meetings.ahead(part, needs.clock.now(), { limit: PAGE, after });
}

async function followAll(needs: ReachMeetingsNeeds, workspace: Workspace, ids: readonly MeetingId[]): Promise<void> {
  const facts = { workspace, layersOf: newestLayers(needs, workspace), turns: inTurn() };
  const follow = followMeeting({ ...needs, kits: eachKitOnce(needs.kits) });
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
  { stumbled }: ReachMeetingsNeeds,
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
