import type { BrandKitId, FileId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import type { Instant } from '#shared/foundation/core/time';
import type { BotIdentity } from '#shared/meetings/bots/rules/bot';

export const TILE_TYPES = ['default', 'color', 'logo', 'image'] as const;
export const EMAIL_TYPES = ['default', 'branded'] as const;
export const CTA_TYPES = ['open_meeting', 'none', 'link'] as const;

/** The look and the texts of the notetaker and the summary email. Options of a type that is not selected are kept. */
export interface Look {
  readonly bot: {
    /** In the call; null for the default name. */
    readonly name: string | null;
    readonly tile: { readonly type: (typeof TILE_TYPES)[number]; readonly color: string | null };
    readonly chat: {
      readonly enabled: boolean;
      readonly recordingMessage: string | null;
      readonly pausedMessage: string | null;
    };
  };
  readonly email: {
    readonly type: (typeof EMAIL_TYPES)[number];
    readonly branded: {
      readonly color: string | null;
      readonly website: string | null;
      readonly description: string | null;
      readonly cta: {
        readonly type: (typeof CTA_TYPES)[number];
        readonly label: string | null;
        readonly url: string | null;
      };
    };
  };
}

/** The image fields of a kit, as requests name them. */
export const IMAGE_PLACES = ['bot.tile.logo.file', 'bot.tile.image.file', 'email.branded.logo'] as const;
export type ImagePlace = (typeof IMAGE_PLACES)[number];

/** The file that a request named, and the kit's copy of it. */
export interface KitImage {
  readonly fileId: FileId;
  readonly copyId: FileId;
}

export interface BrandKit extends Look {
  readonly id: BrandKitId;
  /** The owning workspace. */
  readonly workspaceId: WorkspaceId;
  /** Workspaces that use it: whose settings for all meetings choose it. The owner may be among them. */
  readonly workspaceIds: readonly WorkspaceId[];
  readonly name: string | null;
  readonly images: { readonly [Place in ImagePlace]?: KitImage };
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The most workspaces beside the owner that use a kit: docs/limits-and-rules.md#sizes. */
export const MOST_WORKSPACES = 20;

/** The look of a new kit. */
export const PLAIN_LOOK: Look = {
  bot: {
    name: null,
    tile: { type: 'default', color: null },
    chat: { enabled: false, recordingMessage: null, pausedMessage: null },
  },
  email: {
    type: 'default',
    branded: {
      color: null,
      website: null,
      description: null,
      cta: { type: 'open_meeting', label: null, url: null },
    },
  },
};

/** Whether settings of this workspace may use it. */
export const isFor = ({ workspaceId, workspaceIds }: BrandKit, workspace: WorkspaceId): boolean =>
  workspaceId === workspace || workspaceIds.includes(workspace);

/** The image of a field: the email logo defaults to the tile logo. */
export const imageAt = ({ images }: Pick<BrandKit, 'images'>, place: ImagePlace): KitImage | undefined =>
  images[place] ?? (place === 'email.branded.logo' ? images['bot.tile.logo.file'] : undefined);

/** The files of the kit's copies. */
export const copiesOf = ({ images }: Pick<BrandKit, 'images'>): readonly FileId[] =>
  Object.values(images).map(({ copyId }) => copyId);

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
export function withIdentity<Of extends Pick<BotIdentity, 'botName' | 'welcomeMessage' | 'unchosen'>>(
  bot: Of,
  identity: Identity,
): Of {
  const words = (bot.unchosen ?? []).map((word) => [word, identity[word]] as const);
  return { ...bot, ...Object.fromEntries(words) };
}
