import { createKit } from '#shared/brand-kits/commands/create-kit';
import { deleteKit } from '#shared/brand-kits/commands/delete-kit';
import { updateKit } from '#shared/brand-kits/commands/update-kit';
import { brandKitStore } from '#shared/brand-kits/store';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { fileStore } from '#shared/files/store';
import { apiGroup } from '#shared/http/api-group';
import { given } from '#shared/platform/environment';
import { s3Client } from '#shared/platform/s3-client';
import { settingsStore } from '#shared/settings/store';
import { fileLinksIn } from '#shared/wiring/file-links';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { workspaceStore } from '#shared/workspaces/store';
import { createBrandKit } from './create-brand-kit.ts';
import { deleteBrandKit } from './delete-brand-kit.ts';
import { getBrandKit } from './get-brand-kit.ts';
import { listBrandKits } from './list-brand-kits.ts';
import { updateBrandKit } from './update-brand-kit.ts';

export function brandKits(around: Surroundings & { readonly files: FileStorage }) {
  const needs = {
    ...around,
    kits: brandKitStore(around.table),
    fileRows: fileStore(around.table),
    settings: settingsStore(around.table),
    workspaces: workspaceStore(around.table),
    links: fileLinksIn(around),
  };
  return apiGroup(
    around.edge,
    createBrandKit({ ...needs, create: createKit(needs) }),
    listBrandKits(needs),
    getBrandKit(needs),
    updateBrandKit({ ...needs, update: updateKit(needs) }),
    deleteBrandKit({ ...needs, remove: deleteKit(needs) }),
  );
}

export const handler = served((around) =>
  brandKits({ ...around, files: s3FileStorage(s3Client(), given('filesBucket'), around.clock) }),
);
