import { type LoadedBot, loadAround } from '#shared/bots/commands/end-bot';
import type { Bot } from '#shared/bots/rules/bot';
import type { UserId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { MeetingStore, SettingsStore } from '#shared/events/ports/stores';
import { found, type Places, permitted } from '#shared/http/places';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface BotInPlaceNeeds {
  readonly places: Places;
  readonly meetings: MeetingStore;
  readonly settings: SettingsStore;
}

/** The second round trip of whatever changes a bot: the caller's place, the bot's meeting and its own settings. */
export async function botInPlace(
  needs: BotInPlaceNeeds,
  userId: UserId,
  reading: Promise<Loaded<Bot> | undefined>,
): Promise<{ readonly workspace: Workspace; readonly loaded: LoadedBot }> {
  const context = reading.then((bot) => bot && loadAround(needs, bot));
  context.catch(() => undefined);
  const { place } = await found(needs.places, userId, reading, 'bot');
  const { workspace } = permitted(place, 'take_part');
  const loaded = await context;
  if (!loaded) throw new Error('A bot that was found has gone.');
  return { workspace: workspace.state, loaded };
}
