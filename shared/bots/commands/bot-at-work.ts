import { botChanges } from '#shared/bots/commands/bot-changes';
import type { Bot } from '#shared/bots/rules/bot';
import type { BotDecision } from '#shared/bots/rules/transitions';
import type { ChangeStore } from '#shared/commands/changes';
import type { Backoff } from '#shared/core/backoff';
import type { Clock, Pace } from '#shared/core/clock';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type {
  BotStore,
  BrandKitStore,
  MeetingStore,
  MemberStore,
  SettingsStore,
  WorkspaceStore,
} from '#shared/events/ports/stores';
import type { Job } from '#shared/events/rules/domain-event';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { Recorder } from '#shared/recorders/ports/recorder';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface WorkNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly bots: BotStore;
  readonly meetings: MeetingStore;
  readonly members: MemberStore;
  readonly workspaces: WorkspaceStore;
  readonly settings: SettingsStore;
  readonly recorder: Recorder;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly backoff: Backoff;
}

/** When a bot is to be looked at again; null when there is nothing more to wait for. */
export type WorkDone = Instant | null;

/** A bot with what its changes are written into and told to. */
export interface Around {
  readonly bot: Loaded<Bot>;
  readonly meeting: Loaded<Meeting>;
  readonly workspace: Workspace;
}

export async function loadAround(needs: WorkNeeds, bot: Loaded<Bot>): Promise<Around> {
  const [meeting, workspace] = await Promise.all([
    needs.meetings.find(bot.state.meetingId),
    needs.workspaces.find(bot.state.workspaceId),
  ]);
  if (!meeting || !workspace) throw new Error('A bot is without its meeting or workspace.');
  return { bot, meeting, workspace: workspace.state };
}

/** Saves what was decided of the bot, with the meeting and the jobs that go along. */
export const saveBot = (
  { changes }: WorkNeeds,
  { bot, meeting, workspace }: Around,
  decision: BotDecision,
  now: Instant,
  more: { meetingNow?: Meeting; jobs?: readonly Job[] } = {},
): Promise<void> => changes.save(botChanges({ bot, meeting, audience: workspace.endpoints }, decision, now, more));
