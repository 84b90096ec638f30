import { beyondFounder, beyondShared } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { botOfAllUse, isLimitOfSentBots, sentBotUses } from '#shared/accounts/usage/rules/sent-bots';
import { isBeyondLimits, monthsWithoutBots, withUsedUp } from '#shared/accounts/usage/rules/usage-limits';
import { isPaused, nextLookAt } from '#shared/accounts/workspaces/rules/pause';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { askRecorder, givenTo } from '#shared/capture/bots/commands/ask-recorder';
import type { BotRunContext, NextDue } from '#shared/capture/bots/commands/bot-work';
import { loadMeetingOf } from '#shared/capture/bots/commands/load-bot';
import { pickRecorder } from '#shared/capture/bots/commands/pick-recorder';
import { type BotInMeeting, saveTransition } from '#shared/capture/bots/commands/save-transition';
import { isUnsaved } from '#shared/foundation/commands/changes';
import { idOf } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { Bot, QueuedBot } from '#shared/meetings/bots/rules/bot';
import { settlesAt } from '#shared/meetings/bots/rules/bot-recorder';
import { settingsAtDispatch } from '#shared/meetings/bots/rules/settings-at-dispatch';
import { cancel, dispatch, failed } from '#shared/meetings/bots/rules/transitions';
import { bots } from '#shared/meetings/bots/store';
import { identityBy } from '#shared/meetings/brand-kits/commands/usable-kit';
import { withIdentity } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { effectiveEnd } from '#shared/meetings/meetings/rules/phase';
import { resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import { loadMeetingLayers } from '#shared/meetings/settings/commands/load-layers';

/**
 * Sends a queued bot to its call, with the settings and the brand kit as they are now; both are frozen from then on. An
 * automatic bot whose meeting is not to be recorded any more, or is beyond the limits of its workspace, is cancelled, and so
 * is every bot of an archived workspace. One that was sent by hand, and is beyond the limits now, fails: bots that are
 * asked for ahead of time must not pass them. The bots of the month are counted in the transaction that sends each. Automatic
 * bots beyond the limit of a minute wait for the next one, those of a paused workspace until it is resumed; they fail where
 * their meeting is over by then.
 */
export const dispatchBot = async (context: BotRunContext, bot: Loaded<Bot>): Promise<NextDue> =>
  dispatchLoaded(context, await loadMeetingOf(context, bot));

async function dispatchLoaded(context: BotRunContext, loaded: BotInMeeting): Promise<NextDue> {
  const now = context.clock.now();
  const { bot } = loaded;
  const meetingNow = await withNewestSettings(context, loaded, now);
  const isWanted = !bot.state.automatic || maySendAutomatic(meetingNow, loaded.workspace, now);
  if (loaded.workspace.archivedAt !== null || !isWanted) {
    await saveTransition(context, loaded, cancel(bot.state, now), now, { meetingNow });
    return null;
  }
  const fault = await whyNotSent(context, { ...loaded, now }, meetingNow);
  if (fault !== undefined) {
    await saveTransition(context, loaded, failed(bot.state, 'bot_error', fault, now), now, { meetingNow });
    return null;
  }
  if (bot.state.automatic && isPaused(loaded.workspace))
    return waitForTurn(context, bot, { nextTurnAt: nextLookAt(now), waitedForResumption: true }, now);
  const choices = settingsAtDispatch(bot.state, meetingNow, now);
  const named = { ...(await withNewestIdentity(context, bot.state, meetingNow)), choices };
  const picked = await pickRecorder(context, named, loaded.workspace, [], now);
  const given = 'why' in picked ? named : givenTo(named, picked, now);
  const settledAt = settlesAt({ askedAt: now });
  try {
    const isSaved = await saveSent(context, loaded, dispatch(given, choices, now, settledAt), { meetingNow, now });
    if (!isSaved) return dispatchLoaded(context, loaded);
  } catch (error) {
    if (isLimitOfSentBots(error)) return dispatchLoaded(context, await beyondMonth(context, loaded, now));
    if (!(error instanceof Refusal) || error.kind !== 'rate_limited') throw error;
    return waitForTurn(context, bot, { nextTurnAt: nextTurn(context, error, now) }, now);
  }
  // The bot is saved as joining: only now is the recorder called. It is checked at once, since some links fail right away.
  const joining = await bots.find(context.table, bot.state.id);
  return joining ? askRecorder(context, joining, { isFirst: true, passed: [] }) : null;
}

/** Saves a bot as sent, counted under the limits. False where those of the deployment have sent all bots of the day meanwhile. */
async function saveSent(
  context: BotRunContext,
  loaded: BotInMeeting,
  sent: ReturnType<typeof dispatch>,
  { meetingNow, now }: { readonly meetingNow: Meeting; readonly now: Instant },
): Promise<boolean> {
  const { useOf, limitCounter } = context;
  const ofAll = botOfAllUse(useOf, loaded.workspace, now);
  if (ofAll && !(await limitCounter.hasRoomFor(ofAll))) return false;
  try {
    await saveTransition(context, loaded, sent, now, { meetingNow, limits: usesOf(context, loaded, now) });
    return true;
  } catch (error) {
    if (ofAll && isUnsaved(error)) await limitCounter.giveBack(ofAll);
    throw error;
  }
}

/** The same once a limit of the month is reached: that of the founder is in its row, its own not yet in that of the workspace. */
async function beyondMonth(context: BotRunContext, loaded: BotInMeeting, now: Instant): Promise<BotInMeeting> {
  if ((await beyondFounder(context, loaded.workspace, now)) !== undefined) return loaded;
  return { ...loaded, workspace: withUsedUp(loaded.workspace, 'bots_sent', now) };
}

/** What a bot that is sent counts towards: the month, of a further workspace that of its founder too, and for an automatic one the minute. */
const usesOf = ({ useOf }: BotRunContext, { bot, workspace }: BotInMeeting, now: Instant): readonly Use[] => [
  ...sentBotUses(useOf, workspace, now),
  ...(bot.state.automatic ? [useOf('bot_dispatches', workspace.id, now)] : []),
];

/** Settings of a meeting that has begun stay as they are: the limits are asked beside them. */
const maySendAutomatic = ({ settings, startsAt }: Meeting, workspace: Workspace, now: Instant): boolean =>
  settings.values['recording.enabled'] && ![startsAt ?? now, now].some((at) => isBeyondLimits(workspace, at));

const BEYOND_LIMITS = 'The limit of the workspace for bots, or for what they record, is used up for this month.';

/** What is beyond the limit of a workspace comes again in the next minute, spread over half of it. */
const nextTurn = ({ randomBytes }: BotRunContext, { extras }: Refusal, now: Instant): Instant =>
  later(now, ((extras.retryInSeconds ?? 1) + ((randomBytes(1)[0] ?? 0) % 30)) * SECOND_MS);

/** Saved, so that no other message dispatches it before, and the sweeper leaves it to this one. */
async function waitForTurn(
  { changes }: BotRunContext,
  bot: Loaded<Bot>,
  turn: Pick<QueuedBot, 'waitedForResumption'> & { readonly nextTurnAt: Instant },
  at: Instant,
): Promise<NextDue> {
  if (bot.state.status !== 'queued') return null;
  await changes.save({ at, writes: [bots.put(bot, { ...bot.state, ...turn })] });
  return turn.nextTurnAt;
}

/**
 * Why a bot that is wanted fails before it is sent, as a sentence. Beyond a limit that is shared with others, of which neither
 * workspace nor meeting know, an automatic one fails as well: in place of one that is cancelled, another would be planned at once.
 */
async function whyNotSent(
  context: BotRunContext,
  { bot: { state: bot }, workspace, now }: BotInMeeting & { readonly now: Instant },
  meeting: Meeting,
): Promise<string | undefined> {
  if (isBeyondLimits(workspace, now)) return BEYOND_LIMITS;
  if (bot.automatic && cameTooLate(bot, workspace, meeting, now)) return PAUSED_TOO_LONG;
  return beyondShared(context, workspace, now);
}

const PAUSED_TOO_LONG = 'The workspace was paused by the operator of the service until the meeting was over.';

/** It was due while its workspace was paused, and its meeting is over. */
function cameTooLate(bot: Bot, workspace: Workspace, meeting: Meeting, now: Instant): boolean {
  const waited = isPaused(workspace) || (bot.status === 'queued' && bot.waitedForResumption === true);
  return waited && effectiveEnd(meeting) <= now;
}

/** The bot with the name and welcome message of the effective brand kit, where it follows that. */
async function withNewestIdentity<Of extends Bot>(
  { table }: BotRunContext,
  bot: Of,
  { settings }: Meeting,
): Promise<Of> {
  const follows = bot.unchosen !== undefined && bot.unchosen.length > 0;
  return follows ? withIdentity(bot, await identityBy(table, settings.values)) : bot;
}

async function withNewestSettings(
  { table }: BotRunContext,
  { meeting, workspace }: BotInMeeting,
  now: Instant,
): Promise<Meeting> {
  const { layers } = meeting.state.settings;
  const ids = Object.keys(layers.members).flatMap((id) => idOf('mem', id) ?? []);
  const newest = await loadMeetingLayers(table, workspace, meeting.state, ids);
  return resolveMeetingSettings(meeting.state, newest, {
    homeDomains: workspace.emailDomains,
    monthsWithoutBots: monthsWithoutBots(workspace),
    now,
    isNew: false,
  });
}
