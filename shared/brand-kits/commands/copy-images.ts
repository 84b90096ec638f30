import type { BrandKit, ImagePlace, KitImage } from '#shared/brand-kits/rules/brand-kit';
import type { IdMaker } from '#shared/core/id-maker';
import type { FileId } from '#shared/core/ids';
import { type Fault, Refusal } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { FileStore } from '#shared/events/ports/stores';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { fileKeyOf, type StoredFile } from '#shared/files/rules/stored-file';

export interface CopyNeeds {
  readonly files: FileStorage;
  readonly ids: IdMaker;
}

/** Files that a request names, as they stand. */
export type NamedFiles = ReadonlyMap<FileId, Loaded<StoredFile> | undefined>;

export async function readNamedFiles(
  fileRows: FileStore,
  named: readonly (FileId | null | undefined)[],
): Promise<NamedFiles> {
  const ids = [...new Set(named.flatMap((id) => id ?? []))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await fileRows.find(id)] as const)));
}

export interface Copies {
  readonly images: { readonly [Place in ImagePlace]?: KitImage };
  readonly rows: readonly StoredFile[];
}

type Owner = Pick<BrandKit, 'id' | 'workspaceId'>;

/**
 * Copies the bytes of files for a kit, each to a place of its own. They come before the rows: a crash in between leaves
 * what nobody sees. A file of another workspace is refused as one that nobody has.
 */
export async function copyImages(
  needs: CopyNeeds,
  kit: Owner,
  wanted: readonly (readonly [ImagePlace, FileId])[],
  named: NamedFiles,
  now: Instant,
): Promise<Copies> {
  const copied = await Promise.all(
    wanted.map(async ([place, fileId]) => ({ place, fileId, row: await copy(needs, kit, named.get(fileId), now) })),
  );
  const faults = copied.flatMap(({ place, row }) => (row ? [] : [unknownFile(place)]));
  if (faults.length > 0) throw new Refusal('unprocessable', faults);
  return {
    images: Object.fromEntries(
      copied.flatMap(({ place, fileId, row }) => (row ? [[place, { fileId, copyId: row.id }]] : [])),
    ),
    rows: copied.flatMap(({ row }) => row ?? []),
  };
}

async function copy({ files, ids }: CopyNeeds, kit: Owner, source: Loaded<StoredFile> | undefined, now: Instant) {
  if (source?.state.workspaceId !== kit.workspaceId || source.state.copyFor !== null) return undefined;
  const bytes = await files.get(fileKeyOf(source.state));
  if (!bytes) return undefined;
  const row: StoredFile = { ...source.state, id: ids.make('file'), copyFor: kit.id, createdAt: now };
  await files.put(fileKeyOf(row), bytes, row.contentType);
  return row;
}

const unknownFile = (field: ImagePlace): Fault => ({
  code: 'invalid',
  message: `${field} is not the id of a file of the workspace that owns the kit.`,
  field,
});
