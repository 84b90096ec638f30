import { identitiesIn } from '#shared/brand-kits/commands/identities';
import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { MeetingId } from '#shared/core/ids';
import type { Patience } from '#shared/core/patience';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { BrandKitStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';
import { settleSettings } from '#shared/meetings/rules/settle-settings';
import type { InTurn } from '#shared/settings/commands/in-turn';
import { type ReachNeeds, reach, readAround } from '#shared/settings/commands/reach-meeting';
import type { Layers } from '#shared/settings/rules/resolve-settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface FollowNeeds extends ReachNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** What a page of meetings is followed with. */
export interface FollowFacts {
  readonly workspace: Workspace;
  readonly layersOf: (meeting: Meeting) => Promise<Layers>;
  /** Meetings of one link take turns: of two at the same time, the second sees the bot of the first. */
  readonly turns: InTurn;
}

/**
 * Has one meeting follow the choices about it; answers whether anything was written. The meeting, its bots and what
 * is told of it leave in one transaction, so that a second time, or another runner, finds nothing left to do.
 */
export const followMeeting =
  (needs: FollowNeeds) =>
  (id: MeetingId, facts: FollowFacts): Promise<boolean> =>
    againAfterLostRace(needs.patience, async () => {
      const meeting = await needs.meetings.find(id);
      if (meeting?.state.workspaceId !== facts.workspace.id) return false;
      const { meetingUrl } = meeting.state;
      return facts.turns(meetingUrl && linkKeyOf(meetingUrl), () => followOnce(needs, meeting, facts));
    });

async function followOnce(
  needs: FollowNeeds,
  meeting: Loaded<Meeting>,
  { workspace, layersOf }: FollowFacts,
): Promise<boolean> {
  if (isDispatched(meeting.state)) return false;
  const layers = await layersOf(meeting.state);
  const now = needs.clock.now();
  const { emailDomains: homeDomains, endpoints: audience } = workspace;
  const { settings } = settleSettings(meeting.state, layers, { homeDomains, now, isNew: false });
  const read = await readAround(needs, meeting, { mayGetBot: settings.values['recording.enabled'] });
  const identities = await identitiesIn(needs.kits, layers.workspace);
  const reached = reach(read, layers, { homeDomains, newBotId: needs.ids.make('bot'), now, identities });
  if (reached.meetings.length + reached.bots.length === 0) return false;
  await needs.changes.save({ at: now, ...reached, audience });
  return true;
}

/** From then on a meeting keeps what it is recorded with (decisions.md §8). */
const isDispatched = ({ recordings }: Meeting): boolean => recordings.some(({ status }) => status === 'joining');
