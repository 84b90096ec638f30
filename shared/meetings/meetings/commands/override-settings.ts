import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { MeetingId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { saveWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import type { MeetingDecision } from '#shared/meetings/bots/rules/reconcile-bots';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { refuseUnlessUpcoming } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';
import { loadMeetingBots } from '#shared/meetings/settings/commands/load-meeting-bots';
import { propagationWrites } from '#shared/meetings/settings/commands/propagation-writes';
import { applySettings } from '#shared/meetings/settings/rules/apply-settings';
import { type ValuesChange, valuesAfter } from '#shared/meetings/settings/rules/change-values';
import { overrideLayer, replaceOverride } from '#shared/meetings/settings/rules/own-settings';
import { settings, settingsWrites } from '#shared/meetings/settings/store';

/** A meeting with its bots, and the row of its own settings where it has any. */
export async function loadOverride(table: Table, id: MeetingId) {
  const meeting = await meetings.find(table, id);
  if (!meeting) return undefined;
  const layer = overrideLayer(meeting.state);
  const [meetingWithBots, stored] = await Promise.all([
    loadMeetingBots(table, meeting),
    layer && settings.find(table, layer.settingsId),
  ]);
  return { meetingWithBots, stored };
}

/** Changes the settings of one meeting; its bot is created, cancelled or updated in the same transaction. */
export const overrideSettings = command(
  async (context, workspace: Workspace, id: MeetingId, change: ValuesChange): Promise<Meeting> => {
    const loaded = await loadOverride(context.table, id);
    if (!loaded) throw notFound('meeting');
    const { meetingWithBots, stored } = loaded;
    const { meeting } = meetingWithBots;
    const now = context.clock.now();
    const before = stored?.state.values ?? {};
    const values = valuesAfter(before, change, [{ owner: { type: 'meeting', id } }]);
    refuseUnlessUpcoming(meeting.state, now);
    refuseWithoutEvent(meeting.state, change);
    if (isSame(values, before)) return meeting.state;

    const fresh = { settingsId: context.ids.make('set'), assignmentId: context.ids.make('asg'), now };
    const override = replaceOverride(meeting.state, values, stored, fresh);
    const facts = {
      homeDomains: workspace.emailDomains,
      monthsWithoutBots: monthsWithoutBots(workspace),
      newBotId: context.ids.make('bot'),
      now,
    };
    const decide = (isTimeFull: boolean) => applySettings(meetingWithBots, override.layers, { ...facts, isTimeFull });
    const save = (decision: MeetingDecision) => {
      const { events, jobs, meeting: result } = decision;
      const writes = [...settingsWrites(override), ...propagationWrites(meetingWithBots, decision)];
      return context.changes.save({
        ...{ at: now, writes, events, jobs, subscriptions: workspace.endpoints, result },
        limits: [context.useOf('meeting_changes', workspace.id, now)],
      });
    };
    return (await saveWithinPlaces(context, { workspace, decide, save })).meeting;
  },
);

/** An automatic bot needs a calendar event; removing the value is always possible. */
function refuseWithoutEvent({ calendarEvent }: Meeting, change: ValuesChange): void {
  if (calendarEvent === null && typeof change['recording.enabled'] === 'boolean')
    throw conflict(
      'The meeting is on no calendar: send a bot with POST /bots, and cancel it with DELETE /bots/{id}.',
      'no_calendar_event',
    );
}
