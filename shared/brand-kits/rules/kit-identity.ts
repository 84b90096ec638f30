import type { BotIdentity } from '#shared/bots/rules/bot';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';

/** What a bot is called in the call, and what it says there first. */
export type Identity = Pick<BotIdentity, 'botName' | 'welcomeMessage'>;

/** What a bot is called and says where nobody chose (decisions.md §5). */
export const DEFAULT_IDENTITY: Identity = { botName: 'Notetaker', welcomeMessage: null };

/** By the effective kit of a meeting, or `none`. */
export type Identities = (kit: string) => Identity;

/** What a bot is called and says where its kit decides; without one, or where the kit does not say, the service's own. */
export const identityIn = (kit: Pick<BrandKit, 'bot'> | undefined): Identity =>
  kit
    ? {
        botName: kit.bot.name ?? DEFAULT_IDENTITY.botName,
        welcomeMessage: kit.bot.chat.enabled ? kit.bot.chat.recordingMessage : DEFAULT_IDENTITY.welcomeMessage,
      }
    : DEFAULT_IDENTITY;

/** The bot with the words that nobody chose for it as its kit has them now. */
export function inWordsOf<Of extends Pick<BotIdentity, 'botName' | 'welcomeMessage' | 'unchosen'>>(
  bot: Of,
  identity: Identity,
): Of {
  const words = (bot.unchosen ?? []).map((word) => [word, identity[word]] as const);
  return { ...bot, ...Object.fromEntries(words) };
}
