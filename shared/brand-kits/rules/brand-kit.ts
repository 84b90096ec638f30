import type { BrandKitId, FileId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import type { Instant } from '#shared/core/time';

export const TILE_TYPES = ['default', 'color', 'logo', 'image'] as const;
export const EMAIL_TYPES = ['default', 'branded'] as const;
export const CTA_TYPES = ['open_meeting', 'none', 'link'] as const;

/** How the notetaker and the summary email look and what they say. What a type does not use is kept for when it does. */
export interface Look {
  readonly bot: {
    /** In the call; null for the service's own. */
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

/** Where a kit has an image, as requests name the place. */
export const IMAGE_PLACES = ['bot.tile.logo.file', 'bot.tile.image.file', 'email.branded.logo'] as const;
export type ImagePlace = (typeof IMAGE_PLACES)[number];

/** A file as it was named, and the kit's own copy of its bytes. */
export interface KitImage {
  readonly fileId: FileId;
  readonly copyId: FileId;
}

export interface BrandKit extends Look {
  readonly id: BrandKitId;
  /** Who owns it. */
  readonly workspaceId: WorkspaceId;
  /** Whom it is shared with; the owner may be among them. */
  readonly workspaceIds: readonly WorkspaceId[];
  readonly name: string | null;
  readonly images: { readonly [Place in ImagePlace]?: KitImage };
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Workspaces that a kit is shared with at most. */
export const MOST_WORKSPACES = 20;

/** What a kit made through the API starts on. */
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

/** Whether settings of this workspace may choose it. */
export const isFor = ({ workspaceId, workspaceIds }: BrandKit, workspace: WorkspaceId): boolean =>
  workspaceId === workspace || workspaceIds.includes(workspace);

/** The image that stands in a place: the email's logo is the tile's until it has its own. */
export const imageAt = ({ images }: Pick<BrandKit, 'images'>, place: ImagePlace): KitImage | undefined =>
  images[place] ?? (place === 'email.branded.logo' ? images['bot.tile.logo.file'] : undefined);

/** The copies that a kit keeps. */
export const copiesOf = ({ images }: Pick<BrandKit, 'images'>): readonly FileId[] =>
  Object.values(images).map(({ copyId }) => copyId);
