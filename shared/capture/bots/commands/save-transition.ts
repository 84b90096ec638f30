import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { BotWorkContext } from '#shared/capture/bots/commands/bot-work';
import type { FollowedRecording } from '#shared/capture/bots/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { arrivalOf } from '#shared/meetings/bots/rules/arrival';
import { type BotAndMeeting, recordTransition } from '#shared/meetings/bots/rules/record-transition';
import type { BotDecision } from '#shared/meetings/bots/rules/transitions';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { platformOf } from '#shared/meetings/meetings/rules/read-link';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { meetings } from '#shared/meetings/meetings/store';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';

/** A bot with its meeting and its workspace, as they were read. */
export interface BotInMeeting extends BotAndMeeting {
  readonly workspace: Workspace;
}

/** What is saved in the same transaction as a bot's transition. */
export interface Alongside extends FollowedRecording {
  readonly jobs?: readonly Job[];
  readonly limits?: readonly Use[];
}

/** Saves a bot's transition with its meeting, the events of both, and the bot as the command's result. */
export function saveTransition(
  { changes }: CommandContext,
  loaded: BotInMeeting,
  decision: BotDecision,
  at: Instant,
  { meetingNow, writes = [], events = [], jobs = [], limits = [] }: Alongside = {},
): Promise<void> {
  const { bot, meeting, ...consequences } = recordTransition(loaded, decision, at, meetingNow);
  return changes.save({
    at,
    writes: [
      bots.put(bot.before, bot.after),
      ...(meeting ? [meetings.put(meeting.before, meeting.after)] : []),
      ...writes,
    ],
    events: [...consequences.events, ...events],
    jobs: [
      ...jobs,
      ...consequences.jobs,
      // A correction has an event, with a job of its own.
      ...(meeting?.before && events.length === 0 ? indexingJobs(meeting.before.state, meeting.after) : []),
    ],
    limits,
    subscriptions: loaded.workspace.endpoints,
    result: decision.state,
  });
}

/** Search follows a meeting that shows the text of another recording. Its first text has an event of its own. */
function indexingJobs(before: Meeting, after: Meeting): readonly Job[] {
  const { conversationId, workspaceId } = before;
  if (conversationId === undefined || shownText(before) === shownText(after)) return [];
  return [{ type: 'job.conversation_indexing', content: { workspaceId, conversationId } }];
}

function shownText(meeting: Meeting): string | undefined {
  const shown = shownRecording(meeting);
  return shown?.results.transcript === 'ready' ? `${shown.botId} ${shown.results.correction ?? ''}` : undefined;
}

interface StatusCheckChanges extends Alongside {
  /** What the recorder reported just now. */
  readonly observation?: RecorderObservation | undefined;
}

/** Saves what follows from a status check of a dispatched bot. Its arrival is saved with it and counted once. */
export async function saveStatusCheck(
  context: BotWorkContext,
  loaded: BotInMeeting,
  decision: BotDecision,
  at: Instant,
  { observation, ...alongside }: StatusCheckChanges = {},
): Promise<void> {
  const { state } = decision;
  const arrival = state.arrival ? undefined : arrivalOf(state, observation, at);
  if (!arrival) return saveTransition(context, loaded, decision, at, alongside);
  await saveTransition(context, loaded, { ...decision, state: { ...state, arrival } }, at, alongside);
  context.arrivals.arrived({
    recorder: state.recorder?.name ?? null,
    platform: platformOf(state.meetingUrl),
    arrival,
  });
}
