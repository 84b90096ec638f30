import type { FileId, WorkspaceId } from '#shared/foundation/core/ids';
import { type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import type { BrandKit, ImagePlace, KitImage, Look } from '#shared/meetings/brand-kits/rules/brand-kit';
import { imageAt, MOST_WORKSPACES } from '#shared/meetings/brand-kits/rules/brand-kit';

/** Any fields of a value, at any depth. */
export type Part<Of> = Of extends object ? { readonly [Key in keyof Of]?: Part<Of[Key]> | undefined } : Of;

/** What a request writes; undefined leaves a field as it is. */
export interface KitPatch {
  readonly name: string | null | undefined;
  readonly look: Part<Look>;
  /** By place; null removes an image. */
  readonly images: { readonly [Place in ImagePlace]?: FileId | null | undefined };
  readonly metadata: MetadataChange | undefined;
}

/** What a patch is applied with: the workspaces that use the kit, and its new copies of images. */
export interface KitFacts {
  readonly workspaceIds: readonly WorkspaceId[];
  readonly copies: { readonly [Place in ImagePlace]?: KitImage };
}

/** The kit with the patch applied. Throws 422 for a type whose option is missing. */
export function kitAfter(kit: BrandKit, patch: KitPatch, { workspaceIds, copies }: KitFacts): BrandKit {
  const look: Look = merged({ bot: kit.bot, email: kit.email }, patch.look);
  const after: BrandKit = {
    ...kit,
    ...look,
    workspaceIds,
    name: patch.name === undefined ? kit.name : patch.name,
    images: imagesAfter(kit, patch, copies),
    metadata: patch.metadata ? metadataAfter(kit.metadata, patch.metadata) : kit.metadata,
  };
  const faults = faultsOf(after);
  if (faults.length > 0) throw new Refusal('unprocessable', faults);
  return after;
}

/** Places that need a copy: the file that is there already is not copied again, even if it was deleted. */
export const placesToCopy = (
  kit: Pick<BrandKit, 'images'>,
  { images }: KitPatch,
): readonly (readonly [ImagePlace, FileId])[] =>
  Object.entries(images).flatMap(([place, file]) =>
    file && kit.images[place as ImagePlace]?.fileId !== file ? [[place as ImagePlace, file] as const] : [],
  );

function imagesAfter(kit: BrandKit, { images }: KitPatch, copies: KitFacts['copies']): BrandKit['images'] {
  const kept = Object.entries(kit.images).filter(([place]) => images[place as ImagePlace] !== null);
  return Object.fromEntries([...kept, ...Object.entries(copies)]);
}

function merged<Whole extends object>(before: Whole, part: Part<Whole>): Whole {
  const changes = Object.entries(part).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const old = (before as Readonly<Record<string, unknown>>)[key];
    return [[key, isGroup(old) && isGroup(value) ? merged(old, value) : value]];
  });
  return { ...before, ...Object.fromEntries(changes) };
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Missing options of the selected types, and too many workspaces, counting those that the caller does not see. */
function faultsOf(kit: BrandKit): readonly Fault[] {
  const { tile } = kit.bot;
  const { cta } = kit.email.branded;
  return [
    ...(kit.workspaceIds.filter((id) => id !== kit.workspaceId).length > MOST_WORKSPACES ? [TOO_MANY] : []),
    ...(tile.type === 'color' && tile.color === null ? [absent('bot.tile.color.value')] : []),
    ...(tile.type === 'logo' && !imageAt(kit, 'bot.tile.logo.file') ? [absent('bot.tile.logo.file')] : []),
    ...(tile.type === 'image' && !imageAt(kit, 'bot.tile.image.file') ? [absent('bot.tile.image.file')] : []),
    ...(cta.type === 'link' && cta.label === null ? [absent('email.branded.cta.label')] : []),
    ...(cta.type === 'link' && cta.url === null ? [absent('email.branded.cta.url')] : []),
  ];
}

const TOO_MANY: Fault = {
  code: 'too_long',
  message: `workspace_ids has more than ${MOST_WORKSPACES} workspaces, including those that are not shown.`,
  field: 'workspace_ids',
};

const absent = (field: string): Fault => ({
  code: 'missing',
  message: `${field} is missing: the selected type requires it.`,
  field,
});

/** Stand-ins for the copies, to validate a patch before any copy is made. */
export const placeholderCopies = (wanted: readonly (readonly [ImagePlace, FileId])[]): KitFacts['copies'] =>
  Object.fromEntries(wanted.map(([place, fileId]) => [place, { fileId, copyId: fileId }]));
