import { readNamedFiles } from '#shared/brand-kits/commands/copy-images';
import type { createKit } from '#shared/brand-kits/commands/create-kit';
import { createBrandKitContract } from '#shared/brand-kits/contract';
import { presentBrandKit } from '#shared/brand-kits/present';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';
import type { FileStore } from '#shared/events/ports/stores';
import type { FileLinks } from '#shared/files/ports/file-links';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import { administered } from './seen-kit.ts';

interface Needs {
  readonly fileRows: FileStore;
  readonly places: Places;
  readonly links: FileLinks;
  readonly baseUrl: string;
  readonly create: ReturnType<typeof createKit>;
}

/** POST /brand_kits */
export const createBrandKit = ({ fileRows, places, links, baseUrl, create }: Needs) =>
  operation(createBrandKitContract, {
    ahead: ({ userId, body: { workspace_id, workspace_ids, patch } }) => ({
      place: workspace_id === undefined ? places.only(userId) : places.named(userId, workspace_id),
      shared: Promise.all(workspace_ids.map((named) => places.named(userId, named))),
      files: readNamedFiles(fileRows, Object.values(patch.images)),
    }),
    async run({ ahead, body: { patch }, now, once }) {
      const { workspace } = permitted(await ahead.place, 'administer');
      const workspaceIds = administered(await ahead.shared);
      const files = await ahead.files;
      return once(
        async (kit: BrandKit) => ({
          status: 201,
          body: await presentBrandKit(kit, { owner: workspace.state, workspaceIds, links, now }),
          headers: { location: `${baseUrl}/brand_kits/${kit.id}` },
        }),
        (keep) => create({ workspaceId: workspace.state.id, workspaceIds, patch }, files, keep),
      );
    },
  });
