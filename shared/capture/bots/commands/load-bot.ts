import { workspaces } from '#shared/accounts/workspaces/store';
import type { BotInMeeting } from '#shared/capture/bots/commands/save-transition';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import { meetings } from '#shared/meetings/meetings/store';
import { overrideLayer } from '#shared/meetings/settings/rules/own-settings';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { settings } from '#shared/meetings/settings/store';

type Reading = Pick<CommandContext, 'table'>;

/** A bot with its meeting, and the meeting's own settings where it has any. */
export interface BotWithOverride extends BotInMeeting {
  readonly override: Loaded<Settings> | undefined;
}

/** A bot with its meeting and workspace: two round trips. 404 where there is no such bot. */
export async function loadBot(context: Reading, id: BotId): Promise<BotInMeeting> {
  return loadMeetingOf(context, await findBot(context, id));
}

/** The same with the meeting's own settings, which the bot names; where it names others than the meeting, one trip more. */
export async function loadBotWithOverride(context: Reading, id: BotId): Promise<BotWithOverride> {
  const bot = await findBot(context, id);
  const { ownSettingsId } = bot.state;
  const [loaded, named] = await Promise.all([
    loadMeetingOf(context, bot),
    ownSettingsId && settings.find(context.table, ownSettingsId),
  ]);
  const layer = overrideLayer(loaded.meeting.state);
  if (!layer) return { ...loaded, override: undefined };
  const isCurrent = named?.state.id === layer.settingsId;
  return { ...loaded, override: isCurrent ? named : await settings.find(context.table, layer.settingsId) };
}

/** The meeting and the workspace of a bot: one round trip. 404 where they were deleted, with the bot, since it was read. */
export async function loadMeetingOf({ table }: Reading, bot: Loaded<Bot>): Promise<BotInMeeting> {
  const [meeting, workspace] = await Promise.all([
    meetings.find(table, bot.state.meetingId),
    workspaces.find(table, bot.state.workspaceId),
  ]);
  if (!meeting || !workspace) throw notFound('bot');
  return { bot, meeting, workspace: workspace.state };
}

async function findBot({ table }: Reading, id: BotId): Promise<Loaded<Bot>> {
  const bot = await bots.find(table, id);
  if (!bot) throw notFound('bot');
  return bot;
}
