import { found, type Places, permitted } from '#shared/api/places';
import { type LoadedBot, loadAround } from '#shared/commands/bots/end-bot';
import type { Bot } from '#shared/domain/bots/bot';
import type { UserId } from '#shared/domain/ids';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { Loaded } from '#shared/ports/changes';
import type { MeetingStore, SettingsStore } from '#shared/ports/stores';

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
  const around = reading.then((bot) => bot && loadAround(needs, bot));
  around.catch(() => undefined);
  const { place } = await found(needs.places, userId, reading, 'bot');
  const { workspace } = permitted(place, 'take_part');
  const loaded = await around;
  if (!loaded) throw new Error('A bot that was found has gone.');
  return { workspace: workspace.state, loaded };
}
