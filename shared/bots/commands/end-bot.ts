import { botChanges } from '#shared/bots/commands/bot-changes';
import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { askToLeave, cancel } from '#shared/bots/rules/transitions';
import type { ChangeStore } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { BotId } from '#shared/core/ids';
import { conflict, notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BotStore, MeetingStore, SettingsStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import { extendOverride, overrideLayer } from '#shared/settings/rules/meeting-override';
import type { Settings } from '#shared/settings/rules/settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface EndNeeds {
  readonly bots: BotStore;
  readonly meetings: MeetingStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** A bot with its meeting, and the meeting's own settings where the bot knows them. */
export interface LoadedBot {
  readonly bot: Loaded<Bot>;
  readonly meeting: Loaded<Meeting>;
  readonly own: Loaded<Settings> | undefined;
}

/** What the second round trip of every change of a bot reads. */
export async function loadAround(
  { meetings, settings }: Pick<EndNeeds, 'meetings' | 'settings'>,
  bot: Loaded<Bot>,
): Promise<LoadedBot> {
  const { meetingId, ownSettingsId } = bot.state;
  const [meeting, known] = await Promise.all([meetings.find(meetingId), ownSettingsId && settings.find(ownSettingsId)]);
  if (!meeting) throw notFound('bot');
  const layer = overrideLayer(meeting.state);
  // The meeting may have been given other settings since; then they are one more trip away.
  const own = known && known.state.id === layer?.settingsId ? known : layer && (await settings.find(layer.settingsId));
  return { bot, meeting, own };
}

export async function reload(needs: EndNeeds, id: BotId): Promise<LoadedBot> {
  const bot = await needs.bots.find(id);
  if (!bot) throw notFound('bot');
  return loadAround(needs, bot);
}

/**
 * Ends a bot and keeps nothing of it. When it was the meeting's last one, the meeting's own choice becomes not to be
 * recorded, so that settings do not send another.
 */
export const cancelBot =
  (needs: EndNeeds) =>
  (workspace: Workspace, read: LoadedBot): Promise<Bot> =>
    withRetry(needs, async (round) => {
      const loaded = round === 0 ? read : await reload(needs, read.bot.state.id);
      const now = needs.clock.now();
      const decision = cancel(loaded.bot.state, now);
      if (decision.state === loaded.bot.state)
        throw conflict(`A bot that is ${loaded.bot.state.status} cannot be cancelled.`, 'bot_not_cancellable');
      const unwanted = notToBeRecorded(needs, workspace, loaded, now);
      const wasUnderWay = loaded.bot.state.status !== 'queued';
      const changes = botChanges({ ...loaded, audience: workspace.endpoints }, decision, now, {
        ...(unwanted && { meetingNow: unwanted.meeting }),
        jobs: wasUnderWay ? [{ type: 'job.recording', botId: loaded.bot.state.id }] : [],
      });
      await needs.changes.save({ ...changes, ...unwanted?.rows });
      return decision.state;
    });

function notToBeRecorded(needs: EndNeeds, workspace: Workspace, { bot, meeting, own }: LoadedBot, now: Instant) {
  const others = meeting.state.recordings.filter(({ botId }) => botId !== bot.state.id);
  if (others.some(({ status }) => isUnfinished(status))) return undefined;
  const fresh = { settingsId: needs.ids.make('set'), assignmentId: needs.ids.make('asg'), now };
  const choice = extendOverride(meeting.state, { 'recording.enabled': false }, own, fresh);
  const facts = { homeDomains: workspace.emailDomains, now, isNew: false };
  const settled = resolveMeetingSettings(meeting.state, choice.layers, facts);
  return {
    meeting: { ...settled, settings: { ...settled.settings, layers: choice.layers } },
    rows: {
      settings: choice.settings,
      assignments: choice.assignments,
      removedAssignments: choice.removedAssignments,
    },
  };
}

/** Ends the recording and keeps it. The bot moves when the recorder reports; asking twice is fine. */
export const leaveCall =
  (needs: EndNeeds) =>
  (workspace: Workspace, read: LoadedBot, keep: Keep<Bot> = keepNothing): Promise<Bot> =>
    withRetry(needs, async (round) => {
      const loaded = round === 0 ? read : await reload(needs, read.bot.state.id);
      const { bot } = loaded;
      if (bot.state.status !== 'in_call') throw conflict(`A bot that is ${bot.state.status} is not in a call.`);
      const now = needs.clock.now();
      const decision = askToLeave(bot.state, now);
      if (decision.state === bot.state) return bot.state;
      const jobs = [{ type: 'job.recording', botId: bot.state.id }] as const;
      const changes = botChanges({ ...loaded, audience: workspace.endpoints }, decision, now, { jobs });
      await needs.changes.save({ ...changes, answer: await keep(decision.state) });
      return decision.state;
    });
