import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MeetingId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { saveWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import { isToBePlannedAgain } from '#shared/meetings/bots/rules/plan-automatic-bot';
import type { MeetingDecision } from '#shared/meetings/bots/rules/reconcile-bots';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import { timedCallOf } from '#shared/meetings/meetings/rules/shared-call';
import { meetings } from '#shared/meetings/meetings/store';
import { loadMeetingLayers } from '#shared/meetings/settings/commands/load-layers';
import { loadMeetingBots } from '#shared/meetings/settings/commands/load-meeting-bots';
import { propagationWrites } from '#shared/meetings/settings/commands/propagation-writes';
import { applySettings } from '#shared/meetings/settings/rules/apply-settings';

/** What the meetings of a page share. */
export interface PropagationPage {
  readonly workspace: Workspace;
  /** Reads each settings, member and brand kit row once for all of them. */
  readonly shared: Table;
  /** Meetings of one call are handled one after the other: of two at the same time, the second sees the bot of the first. */
  readonly inSequenceByKey: InSequenceByKey;
}

/**
 * Applies the newest settings to one meeting, and returns whether anything was written. The meeting, its bots and its
 * events are saved in one transaction, so that a repetition, or another worker, has nothing left to write.
 */
export const propagateToMeeting = command(async (context, id: MeetingId, page: PropagationPage): Promise<boolean> => {
  const meeting = await meetings.find(context.table, id);
  if (meeting?.state.workspaceId !== page.workspace.id || isDispatched(meeting.state)) return false;
  return page.inSequenceByKey(timedCallOf(meeting.state)?.call, () => propagate(context, meeting, page));
});

async function propagate(
  context: CommandContext,
  meeting: Loaded<Meeting>,
  { workspace, shared }: PropagationPage,
): Promise<boolean> {
  const { table, ids, clock, changes } = context;
  const { emailDomains: homeDomains, endpoints: subscriptions } = workspace;
  const beyond = { monthsWithoutBots: monthsWithoutBots(workspace) };
  const layers = await loadMeetingLayers(shared, workspace, meeting.state);
  const now = clock.now();
  // Decided below with the call, which is read only for a meeting that may get a bot.
  const decidesBots = isToBePlannedAgain(meeting.state);
  const facts = { homeDomains, ...beyond, now, isNew: false, decidesBots };
  const { settings } = resolveMeetingSettings(meeting.state, layers, facts);
  const meetingWithBots = await loadMeetingBots(table, meeting, {
    mayGetBot: settings.values['recording.enabled'],
    workspaceLayers: layers.workspace,
    kits: shared,
  });
  const change = { homeDomains, ...beyond, newBotId: ids.make('bot'), now };
  const decide = (isTimeFull: boolean) => applySettings(meetingWithBots, layers, { ...change, isTimeFull });
  const writesOf = (decision: MeetingDecision) =>
    propagationWrites(meetingWithBots, decision).filter(({ length }) => length > 0);
  const save = async (decision: MeetingDecision) => {
    const writes = writesOf(decision);
    if (writes.length === 0) return;
    await changes.save({ at: now, writes, events: decision.events, jobs: decision.jobs, subscriptions });
  };
  return writesOf(await saveWithinPlaces(context, { workspace, decide, save })).length > 0;
}

/** Settings no longer change once the bot was sent: docs/limits-and-rules.md#settings-precedence. */
const isDispatched = ({ recordings }: Meeting): boolean => recordings.some(({ status }) => status === 'joining');

/** Runs what has the same key one after the other, in the order of the calls, and everything else concurrently. */
type InSequenceByKey = <Result>(key: string | undefined, run: () => Promise<Result>) => Promise<Result>;

export function inSequenceByKey(): InSequenceByKey {
  const last = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    if (key === undefined) return run();
    const previous = last.get(key) ?? Promise.resolve();
    const running = previous.then(run, run);
    last.set(key, running);
    return running;
  };
}
