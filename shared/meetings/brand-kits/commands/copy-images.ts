import type { FileId } from '#shared/foundation/core/ids';
import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import { storeBytes } from '#shared/foundation/files/commands/files';
import type { FileContext, FileStorage } from '#shared/foundation/files/ports';
import { fileKeyOf, type StoredFile } from '#shared/foundation/files/rules/stored-file';
import { files as fileRows } from '#shared/foundation/files/store';
import type { BrandKit, ImagePlace, KitImage } from '#shared/meetings/brand-kits/rules/brand-kit';

export interface Copies {
  readonly images: { readonly [Place in ImagePlace]?: KitImage };
  readonly rows: readonly StoredFile[];
}

type Owner = Pick<BrandKit, 'id' | 'workspaceId'>;

interface Copying<Result> {
  readonly wanted: readonly (readonly [ImagePlace, FileId])[];
  /** Counted along with the bytes of the copies, before any is made. */
  readonly uses: readonly Use[];
  readonly now: Instant;
  /** Saves the kit with the rows of its copies. */
  readonly save: (copies: Copies) => Promise<Result>;
}

/**
 * Copies the bytes of files for a kit and saves it. Copies count as bytes of files. A file of another workspace is
 * refused like an unknown one.
 */
export async function withCopies<Result>(
  context: FileContext,
  kit: Owner,
  { wanted, uses, now, save }: Copying<Result>,
): Promise<Result> {
  const { files, ids, useOf } = context;
  const found = await sources(context, kit, wanted);
  const copies = found.map(({ place, source }) => {
    const row: StoredFile = { ...source, id: ids.make('file'), copyFor: kit.id, createdAt: now };
    return { place, source, row };
  });
  const rows = copies.map(({ row }) => row);
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  const images = Object.fromEntries(
    copies.map(({ place, source, row }) => [place, { fileId: source.id, copyId: row.id }]),
  );
  return storeBytes(context, {
    uses: [...uses, ...(bytes > 0 ? [useOf('file_bytes', kit.workspaceId, now, bytes)] : [])],
    rows,
    put: async () => {
      const read = await Promise.all(copies.map((copy) => bytesOf(files, copy)));
      await Promise.all(read.map(({ row, bytes }) => files.put(fileKeyOf(row), bytes, row.contentType)));
    },
    save: () => save({ images, rows }),
  });
}

async function sources({ table }: FileContext, kit: Owner, wanted: Copying<unknown>['wanted']) {
  const found = await Promise.all(
    wanted.map(async ([place, id]) => ({ place, source: (await fileRows.find(table, id))?.state })),
  );
  const own = found.flatMap(({ place, source }) =>
    source?.workspaceId === kit.workspaceId && source.copyFor === null ? [{ place, source }] : [],
  );
  const places = own.map(({ place }) => place);
  const unknown = wanted.flatMap(([place]) => (places.includes(place) ? [] : [place]));
  if (unknown.length > 0) throw unknownFiles(unknown);
  return own;
}

interface Copy {
  readonly place: ImagePlace;
  readonly source: StoredFile;
  readonly row: StoredFile;
}

async function bytesOf(files: FileStorage, { place, source, row }: Copy) {
  const bytes = await files.get(fileKeyOf(source));
  if (!bytes) throw unknownFiles([place]);
  return { row, bytes };
}

const unknownFiles = (places: readonly ImagePlace[]) => new Refusal('unprocessable', places.map(unknownFile));

const unknownFile = (field: ImagePlace): Fault => ({
  code: 'invalid',
  message: `${field} is not the id of a file of the workspace that owns the kit.`,
  field,
});
