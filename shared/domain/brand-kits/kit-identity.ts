import type { BotIdentity } from '#shared/domain/bots/bot';
import type { BrandKit } from '#shared/domain/brand-kits/brand-kit';

export type Identity = Pick<BotIdentity, 'botName' | 'welcomeMessage'>;

/** What a bot is called and says where nobody chose (decisions.md §5). */
export const DEFAULT_IDENTITY: Identity = { botName: 'Notetaker', welcomeMessage: null };

/** What a bot is called and says where its kit decides; without one, or where the kit does not say, the service's own. */
export const identityOf = (kit: Pick<BrandKit, 'bot'> | undefined): Identity =>
  kit
    ? {
        botName: kit.bot.name ?? DEFAULT_IDENTITY.botName,
        welcomeMessage: kit.bot.chat.enabled ? kit.bot.chat.recordingMessage : DEFAULT_IDENTITY.welcomeMessage,
      }
    : DEFAULT_IDENTITY;
