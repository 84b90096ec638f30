import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { identitiesIn } from '#shared/commands/brand-kits/identities';
import type { InTurn } from '#shared/commands/settings/in-turn';
import { type ReachNeeds, reach, readAround } from '#shared/commands/settings/reach-meeting';
import type { MeetingId } from '#shared/domain/ids';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { linkKeyOf } from '#shared/domain/meetings/meeting-url';
import { settleSettings } from '#shared/domain/meetings/settle-settings';
import type { Layers } from '#shared/domain/settings/resolve-settings';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { BrandKitStore } from '#shared/ports/stores';

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

/** Settings are frozen from then on: docs/limits-and-rules.md#settings-precedence. */
const isDispatched = ({ recordings }: Meeting): boolean => recordings.some(({ status }) => status === 'joining');
