import type { BrandKit, ImagePlace, KitImage } from '#shared/brand-kits/rules/brand-kit';
import type { FileId } from '#shared/core/ids';
import { type Fault, Refusal } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { FileContext } from '#shared/files/ports/file-storage';
import { fileKeyOf, type StoredFile } from '#shared/files/rules/stored-file';
import { files as fileRows } from '#shared/files/store';

export interface Copies {
  readonly images: { readonly [Place in ImagePlace]?: KitImage };
  readonly rows: readonly StoredFile[];
}

type Owner = Pick<BrandKit, 'id' | 'workspaceId'>;

/**
 * Copies the bytes of files for a kit. They are written before the rows: a crash in between leaves bytes without a row,
 * which the workspace purge deletes. A file of another workspace is refused like an unknown one.
 */
export async function copyImages(
  context: FileContext,
  kit: Owner,
  wanted: readonly (readonly [ImagePlace, FileId])[],
  now: Instant,
): Promise<Copies> {
  const copied = await Promise.all(
    wanted.map(async ([place, fileId]) => ({ place, fileId, row: await copy(context, kit, fileId, now) })),
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

async function copy({ table, files, ids }: FileContext, kit: Owner, id: FileId, now: Instant) {
  const source = (await fileRows.find(table, id))?.state;
  if (source?.workspaceId !== kit.workspaceId || source.copyFor !== null) return undefined;
  const bytes = await files.get(fileKeyOf(source));
  if (!bytes) return undefined;
  const row: StoredFile = { ...source, id: ids.make('file'), copyFor: kit.id, createdAt: now };
  await files.put(fileKeyOf(row), bytes, row.contentType);
  return row;
}

const unknownFile = (field: ImagePlace): Fault => ({
  code: 'invalid',
  message: `${field} is not the id of a file of the workspace that owns the kit.`,
  field,
});
