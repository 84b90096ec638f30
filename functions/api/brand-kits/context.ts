import { endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { BrandKitId, FileId, UserId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { FileLinks, FileStorage } from '#shared/foundation/files/ports';
import { files } from '#shared/foundation/files/store';
import { accessToKit, type KitAccess, kitView } from '#shared/meetings/brand-kits/access';
import { type KitView, presentBrandKit } from '#shared/meetings/brand-kits/present';
import type { BrandKit } from '#shared/meetings/brand-kits/rules/brand-kit';
import { brandKits } from '#shared/meetings/brand-kits/store';

/** What this group has beside the context of every endpoint. */
export interface KitContext extends AppContext {
  readonly files: FileStorage;
  readonly links: FileLinks;
}

export const kitEndpoint = endpointWith<KitContext>();

interface ById {
  readonly context: KitContext;
  readonly params: { readonly id: BrandKitId };
}

export const findById = ({ context, params }: ById) => brandKits.find(context.table, params.id);

/** The kit of the path and the caller's access to its workspaces; undefined for an unknown kit. */
export async function kitOf(request: ById & { readonly userId: UserId }) {
  const kit = (await findById(request))?.state;
  return kit && { kit, access: await accessToKit(request.context.table, request.userId, kit) };
}

/** The files that a request names as images. */
export const findFiles = ({ table }: KitContext, images: readonly (FileId | null | undefined)[]) =>
  Promise.all(images.map((id) => id && files.find(table, id)));

/** A kit, and what its caller sees of its workspaces. */
export interface ViewedKit {
  readonly kit: BrandKit;
  readonly view: KitView;
}

export const viewed = (kit: BrandKit, access: KitAccess): ViewedKit => ({ kit, view: kitView(kit, access) });

export const present = ({ kit, view }: ViewedKit, { context, now }: { context: KitContext; now: Instant }) =>
  presentBrandKit(kit, view, { links: context.links, now });
