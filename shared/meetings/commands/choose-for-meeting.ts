import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import { conflict, notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { SettingsStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { refuseUnlessUpcoming } from '#shared/meetings/rules/refuse-unless-upcoming';
import {
  loadMeetingBots,
  type MeetingBotsNeeds,
  type MeetingWithBots,
  propagateSettings,
} from '#shared/settings/commands/load-meeting-bots';
import { type ValuesChange, valuesAfter } from '#shared/settings/rules/change-values';
import { overrideLayer, replaceOverride } from '#shared/settings/rules/meeting-override';
import type { Settings } from '#shared/settings/rules/settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface ChooseNeeds extends MeetingBotsNeeds {
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** A meeting with its bots, and the settings that are its own choice, when it has made one. */
export interface ChooserRead {
  readonly read: MeetingWithBots;
  readonly own: Loaded<Settings> | undefined;
}

/** The choice and the bots are asked for together, once the meeting is known. */
export async function readChooser(
  needs: Pick<ChooseNeeds, 'meetings' | 'bots' | 'kits' | 'settings'>,
  reading: Promise<Loaded<Meeting> | undefined>,
): Promise<ChooserRead | undefined> {
  const meeting = await reading;
  if (!meeting) return undefined;
  const layer = overrideLayer(meeting.state);
  const [read, own] = await Promise.all([
    loadMeetingBots(needs, meeting),
    layer && needs.settings.find(layer.settingsId),
  ]);
  return { read, own };
}

/** Writes what the meeting itself chooses; its bot comes, goes or takes the new values in the same transaction. */
export const chooseForMeeting =
  (needs: ChooseNeeds) =>
  (workspace: Workspace, seen: ChooserRead, change: ValuesChange): Promise<Meeting> =>
    withRetry(needs, async (round) => {
      const chooser = round === 0 ? seen : await readChooser(needs, needs.meetings.find(seen.read.meeting.state.id));
      if (!chooser) throw notFound('meeting');
      const { read, own } = chooser;
      const { state: meeting } = read.meeting;
      const now = needs.clock.now();
      const chosen = own?.state.values ?? {};
      const values = valuesAfter(chosen, change, [{ owner: { type: 'meeting', id: meeting.id } }]);
      refuseUnlessUpcoming(meeting, now);
      refuseWithoutEvent(meeting, change);
      if (isSame(values, chosen)) return meeting;

      const fresh = { settingsId: needs.ids.make('set'), assignmentId: needs.ids.make('asg'), now };
      const { layers, settings, assignments, removedAssignments } = replaceOverride(meeting, values, own, fresh);
      const facts = { homeDomains: workspace.emailDomains, newBotId: needs.ids.make('bot'), now };
      const reached = propagateSettings(read, layers, facts);
      const rows = { settings, assignments, removedAssignments };
      await needs.changes.save({ at: now, ...rows, ...reached, audience: workspace.endpoints });
      return reached.meetings[0]?.after ?? meeting;
    });

/** Whether a bot comes by itself is a question of the calendar; taking the answer back is always fine. */
function refuseWithoutEvent({ calendarEvent }: Meeting, change: ValuesChange): void {
  if (calendarEvent === null && typeof change['recording.enabled'] === 'boolean')
    throw conflict(
      'The meeting is on no calendar: send a bot with POST /bots, and cancel it with DELETE /bots/{id}.',
      'no_calendar_event',
    );
}
