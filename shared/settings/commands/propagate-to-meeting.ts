import { identitiesIn } from '#shared/brand-kits/commands/identities';
import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { MeetingId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { BrandKitStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import { loadMeetingBots, type MeetingBotsNeeds, propagateSettings } from '#shared/settings/commands/load-meeting-bots';
import type { OneAtATime } from '#shared/settings/commands/one-at-a-time';
import type { SettingsLayers } from '#shared/settings/rules/resolve-settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface PropagateToMeetingNeeds extends MeetingBotsNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** What a page of meetings is followed with. */
export interface PropagateToMeetingFacts {
  readonly workspace: Workspace;
  readonly loadLayers: (meeting: Meeting) => Promise<SettingsLayers>;
  /** Meetings of one link take turns: of two at the same time, the second sees the bot of the first. */
  readonly turns: OneAtATime;
}

/**
 * Has one meeting follow the choices about it; answers whether anything was written. The meeting, its bots and what
 * is told of it leave in one transaction, so that a second time, or another runner, finds nothing left to do.
 */
export const propagateToMeeting =
  (needs: PropagateToMeetingNeeds) =>
  (id: MeetingId, facts: PropagateToMeetingFacts): Promise<boolean> =>
    withRetry(needs, async () => {
      const meeting = await needs.meetings.find(id);
      if (meeting?.state.workspaceId !== facts.workspace.id) return false;
      const { meetingUrl } = meeting.state;
      return facts.turns(meetingUrl && linkKeyOf(meetingUrl), () => followOnce(needs, meeting, facts));
    });

async function followOnce(
  needs: PropagateToMeetingNeeds,
  meeting: Loaded<Meeting>,
  { workspace, loadLayers }: PropagateToMeetingFacts,
): Promise<boolean> {
  if (isDispatched(meeting.state)) return false;
  const layers = await loadLayers(meeting.state);
  const now = needs.clock.now();
  const { emailDomains: homeDomains, endpoints: audience } = workspace;
  const { settings } = resolveMeetingSettings(meeting.state, layers, { homeDomains, now, isNew: false });
  const read = await loadMeetingBots(needs, meeting, { mayGetBot: settings.values['recording.enabled'] });
  const identities = await identitiesIn(needs.kits, layers.workspace);
  const reached = propagateSettings(read, layers, { homeDomains, newBotId: needs.ids.make('bot'), now, identities });
  if (reached.meetings.length + reached.bots.length === 0) return false;
  await needs.changes.save({ at: now, ...reached, audience });
  return true;
}

/** Settings are frozen from then on: docs/limits-and-rules.md#settings-precedence. */
const isDispatched = ({ recordings }: Meeting): boolean => recordings.some(({ status }) => status === 'joining');
