import { type Around, loadAround, saveBot, type WorkDone, type WorkNeeds } from '#shared/bots/commands/bot-at-work';
import { LOOK_WHILE_JOINING_MS, lookAtRecorder } from '#shared/bots/commands/look-at-recorder';
import type { Bot } from '#shared/bots/rules/bot';
import { cancel, dispatch } from '#shared/bots/rules/transitions';
import { identityBy } from '#shared/brand-kits/commands/identities';
import { inWordsOf } from '#shared/brand-kits/rules/kit-identity';
import { withRetry } from '#shared/commands/with-retry';
import { type BotId, idOf } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import { type Instant, later } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { choicesFrom } from '#shared/meetings/rules/record-bot';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import { loadLayers } from '#shared/settings/commands/load-layers';

/** A message that comes this little early is on time. */
const EARLY_MS = 500;

/**
 * Does what a bot is due for: joins its call, or looks at what became of it. Safe to run twice on one message, since
 * every step is decided on the bot as it is stored and saved against its revision.
 */
export const workOnBot =
  (needs: WorkNeeds) =>
  (id: BotId): Promise<WorkDone> =>
    withRetry(needs, async (round) => {
      const bot = await needs.bots.find(id);
      if (!bot) return null;
      // Cancelled while it was on its way: the recorder may have heard of that before it heard of the bot.
      if (round > 0 && bot.state.status === 'cancelled') await needs.recorder.cancel(id);
      if (bot.state.status === 'queued') return dispatchWhenDue(needs, bot);
      if (bot.state.status === 'joining' || bot.state.status === 'in_call') return lookAtRecorder(needs, bot);
      return null;
    });

async function dispatchWhenDue(needs: WorkNeeds, bot: Loaded<Bot>): Promise<WorkDone> {
  const now = needs.clock.now();
  const dueAt = bot.state.joinAt ?? bot.state.createdAt;
  if (dueAt > later(now, EARLY_MS)) return dueAt;

  const context = await loadAround(needs, bot);
  const meetingNow = await withNewestSettings(needs, context, now);
  const enabled = meetingNow.settings.values['recording.enabled'];
  const isOver = context.workspace.archivedAt !== null;
  if (isOver || (bot.state.automatic && !enabled)) {
    await saveBot(needs, context, cancel(bot.state, now), now, { meetingNow });
    return null;
  }
  // A meeting that is under way keeps its values; a bot sent to it then has only its own.
  const choices = meetingNow === context.meeting.state ? bot.state.choices : choicesFrom(meetingNow.settings.values);
  const nextLookAt = later(now, needs.pace.scaled(LOOK_WHILE_JOINING_MS));
  const named = await inNewestWords(needs, bot.state, meetingNow);
  const claimed = dispatch(named, choices, now, nextLookAt);
  await saveBot(needs, context, claimed, now, { meetingNow });
  return sendThenLook(needs, claimed.state);
}

/** What nobody chose for it, it says as the effective kit has it at this moment; from here on it is frozen. */
async function inNewestWords<Of extends Bot>({ kits }: WorkNeeds, bot: Of, { settings }: Meeting): Promise<Of> {
  const follows = bot.unchosen !== undefined && bot.unchosen.length > 0;
  return follows ? inWordsOf(bot, await identityBy(kits, settings.values)) : bot;
}

/** The settings as they are at this moment; from here on they are frozen. */
async function withNewestSettings(needs: WorkNeeds, { meeting, workspace }: Around, now: Instant): Promise<Meeting> {
  const { layers } = meeting.state.settings;
  const ids = Object.keys(layers.members).flatMap((id) => idOf('mem', id) ?? []);
  const [own, workspaceLayers, ...memberLayers] = await Promise.all([
    loadLayers(needs.settings, layers.own),
    loadLayers(needs.settings, workspace.choices),
    ...ids.map(async (id) => loadLayers(needs.settings, (await needs.members.find(id))?.state.choices ?? [])),
  ]);
  const newest = {
    own,
    workspace: workspaceLayers,
    members: Object.fromEntries(ids.map((id, at) => [id, memberLayers[at] ?? []])),
  };
  return resolveMeetingSettings(meeting.state, newest, { homeDomains: workspace.emailDomains, now, isNew: false });
}

/** After the claim: ask the recorder, then look at once, since some links lead nowhere right away. */
async function sendThenLook(needs: WorkNeeds, claimed: Bot): Promise<WorkDone> {
  const bot = await needs.bots.find(claimed.id);
  return bot ? lookAtRecorder(needs, bot) : null;
}
