import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import type { FileLinks } from '#shared/foundation/files/ports';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import {
  type BrandKit,
  CTA_TYPES,
  EMAIL_TYPES,
  IMAGE_PLACES,
  type ImagePlace,
  imageAt,
  TILE_TYPES,
} from '#shared/meetings/brand-kits/rules/brand-kit';

const text = v.nullable(v.string());
const image = v.nullable(v.strictObject({ id: idText('file'), url: v.string() }));

export const BrandKitBody = v.strictObject({
  id: idText('brk'),
  object: v.literal('brand_kit'),
  name: text,
  workspace_id: v.nullable(idText('wks')),
  workspace_ids: v.array(idText('wks')),
  bot: v.strictObject({
    name: text,
    tile: v.strictObject({
      type: v.picklist(TILE_TYPES),
      color: v.strictObject({ value: text }),
      logo: v.strictObject({ file: image }),
      image: v.strictObject({ file: image }),
    }),
    chat: v.strictObject({ enabled: v.boolean(), recording_message: text, paused_message: text }),
  }),
  email: v.strictObject({
    type: v.picklist(EMAIL_TYPES),
    branded: v.strictObject({
      color: text,
      website: text,
      description: text,
      logo: image,
      cta: v.strictObject({ type: v.picklist(CTA_TYPES), label: text, url: text }),
    }),
  }),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

/** The parts of a kit that depend on the caller. */
export interface KitView {
  /** The owning workspace, if the caller belongs to it. */
  readonly owner: { readonly id: WorkspaceId; readonly number: number } | undefined;
  /** The workspaces that use it and that the caller belongs to. */
  readonly workspaceIds: readonly WorkspaceId[];
}

/** Image links are made at each presentation. */
export interface LinkMaking {
  readonly links: FileLinks;
  readonly now: Instant;
}

export async function presentBrandKit(kit: BrandKit, { owner, workspaceIds }: KitView, { links, now }: LinkMaking) {
  const images = await linkedImages(kit, links, now);
  const { bot, email } = kit;
  const { branded } = email;
  return {
    id: kit.id,
    object: 'brand_kit',
    name: kit.name,
    workspace_id: owner?.id ?? null,
    workspace_ids: workspaceIds,
    bot: {
      name: bot.name,
      tile: {
        type: bot.tile.type,
        color: { value: bot.tile.color },
        logo: { file: images['bot.tile.logo.file'] },
        image: { file: images['bot.tile.image.file'] },
      },
      chat: {
        enabled: bot.chat.enabled,
        recording_message: bot.chat.recordingMessage,
        paused_message: bot.chat.pausedMessage,
      },
    },
    email: {
      type: email.type,
      branded: {
        color: branded.color,
        website: branded.website,
        description: branded.description,
        logo: images['email.branded.logo'],
        cta: { type: branded.cta.type, label: branded.cta.label, url: branded.cta.url },
      },
    },
    metadata: kit.metadata,
    created_at: isoOf(kit.createdAt),
    updated_at: isoOf(kit.updatedAt),
    legacy: { workspace_number: owner?.number ?? null },
  };
}

/** The file that the request named, with a link to the kit's copy. */
async function linkedImages(kit: BrandKit, links: FileLinks, now: Instant) {
  const linked = await Promise.all(
    IMAGE_PLACES.map(async (place) => {
      const found = imageAt(kit, place);
      return [place, found ? { id: found.fileId, url: await links.to(found.copyId, now) } : null] as const;
    }),
  );
  return Object.fromEntries(linked) as Record<ImagePlace, { id: string; url: string } | null>;
}
