import type { BotIdentity } from '#shared/bots/rules/bot';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';

/** The name of a bot in the call, and its welcome message. */
export type Identity = Pick<BotIdentity, 'botName' | 'welcomeMessage'>;

/** The default name and welcome message: docs/limits-and-rules.md#automatic-bots. */
export const DEFAULT_IDENTITY: Identity = { botName: 'Notetaker', welcomeMessage: null };

/** By the effective kit of a meeting, or `none`. */
export type Identities = (kit: string) => Identity;

/** The name and welcome message that a kit gives a bot; the defaults without a kit, or where the kit sets none. */
export const identityIn = (kit: Pick<BrandKit, 'bot'> | undefined): Identity =>
  kit
    ? {
        botName: kit.bot.name ?? DEFAULT_IDENTITY.botName,
        welcomeMessage: kit.bot.chat.enabled ? kit.bot.chat.recordingMessage : DEFAULT_IDENTITY.welcomeMessage,
      }
    : DEFAULT_IDENTITY;

/** The bot with the current texts of its kit, where no request set others. */
export function inWordsOf<Of extends Pick<BotIdentity, 'botName' | 'welcomeMessage' | 'unchosen'>>(
  bot: Of,
  identity: Identity,
): Of {
  const words = (bot.unchosen ?? []).map((word) => [word, identity[word]] as const);
  return { ...bot, ...Object.fromEntries(words) };
}
