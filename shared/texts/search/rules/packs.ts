import type { ConversationId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { type SearchedText, sizeOf } from '#shared/texts/search/rules/searched-text';
import type { SegmentKey, TextVersion } from '#shared/texts/search/rules/versions';

/** Texts of one file of the engine. */
export const TEXTS_IN_PACK = 300;

/** Bytes of all texts of one file, unless a single text has more: a merge holds them in memory. Usual ones have fewer. */
const BYTES_IN_PACK = 24_000_000;

/** Bytes of the segments that a merge takes, as soon as which it takes no further one. */
export const BYTES_MERGED = 8_000_000;

/** A file of the engine with the texts of conversations whose ids follow each other: ids are in the order of their making. */
export interface Pack {
  readonly key: string;
  /** It has the conversations from this id on, up to the next pack. The first pack also has those before. */
  readonly from: ConversationId;
  readonly texts: number;
  /** When the first and the last of its texts are placed in time. */
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

/** The packs of a workspace, the oldest first. */
export interface Manifest {
  readonly packs: readonly Pack[];
}

export const NO_PACKS: Manifest = { packs: [] };

/** What one merge writes anew: a pack, or the place of the first one, with the segments that belong there. */
export interface PackChange {
  /** Undefined where there is no pack yet. */
  readonly pack: Pack | undefined;
  /** The newest of each conversation. */
  readonly segments: readonly SegmentKey[];
}

/** The packs that segments belong to, the newest first, since its texts are looked for most. */
export function changedPacks({ packs }: Manifest, segments: readonly SegmentKey[]): readonly PackChange[] {
  const changes = Map.groupBy(segments, ({ conversationId }) => packOf(packs, conversationId));
  return [...changes]
    .map(([pack, of]) => ({ pack, segments: of }))
    .sort((one, other) => ((one.pack?.from ?? '') < (other.pack?.from ?? '') ? 1 : -1));
}

const packOf = (packs: readonly Pack[], id: ConversationId): Pack | undefined =>
  packs.findLast(({ from }) => from <= id) ?? packs[0];

type Versioned = Pick<SearchedText, 'conversationId' | 'version'>;

/** What a pack has once segments are merged into it, in the order of ids; of each conversation the newer one wins. */
export function mergedTexts<Text extends Versioned>(
  inPack: readonly Text[],
  segments: readonly SegmentKey[],
  texts: readonly Text[],
): readonly Text[] {
  const written = new Map(texts.map((text) => [text.conversationId, text]));
  const merged = new Map(inPack.map((text) => [text.conversationId, text]));
  for (const { conversationId, version } of segments) {
    if (isOlder(version, merged.get(conversationId)?.version)) continue;
    const text = written.get(conversationId);
    if (text) merged.set(conversationId, text);
    else merged.delete(conversationId);
  }
  return [...merged.values()].sort((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
}

/** A segment that was written late, of what the pack has newer. */
const isOlder = (version: TextVersion, inPack: TextVersion | undefined): boolean =>
  inPack !== undefined && version < inPack;

interface Dividing {
  readonly isNewest: boolean;
  /** Texts of one pack at most. */
  readonly most: number;
  /** Bytes of one pack at most, where it has more than one text. By default 24 million. */
  readonly mostBytes?: number;
}

/**
 * The texts of a pack divided into packs that hold them. The newest pack grows at its end, so that those before the last
 * are full; any other is divided evenly, so that each has room.
 */
export function dividedTexts<Text extends Pick<SearchedText, 'passages'>>(
  texts: readonly Text[],
  { isNewest, most, mostBytes = BYTES_IN_PACK }: Dividing,
): readonly (readonly Text[])[] {
  const bytes = texts.reduce((sum, text) => sum + sizeOf(text), 0);
  const packs = Math.max(Math.ceil(texts.length / most), Math.ceil(bytes / mostBytes));
  const room = isNewest
    ? { texts: most, bytes: mostBytes }
    : { texts: Math.ceil(texts.length / packs), bytes: Math.ceil(bytes / packs) };
  const divided: Text[][] = [];
  let left = 0;
  for (const text of texts) {
    const pack = divided.at(-1);
    if (pack && pack.length < room.texts && sizeOf(text) <= left) pack.push(text);
    else {
      divided.push([text]);
      left = room.bytes;
    }
    left -= sizeOf(text);
  }
  return divided;
}

/** The entry of a pack with these texts. Throws where there are none. */
export function packWith(key: string, texts: readonly SearchedText[]): Pack {
  const [first] = texts;
  if (!first) throw new Error('A pack has at least one text.');
  const times = texts.map(({ placedAt }) => placedAt).sort((one, other) => one - other);
  return {
    key,
    from: first.conversationId,
    texts: texts.length,
    firstAt: times[0] ?? first.placedAt,
    lastAt: times.at(-1) ?? first.placedAt,
  };
}

/** The manifest with a pack replaced by those that were made of it. */
export const replacePack = ({ packs }: Manifest, pack: Pack | undefined, made: readonly Pack[]): Manifest => ({
  packs: [...packs.filter((one) => one !== pack), ...made].sort((one, other) => (one.from < other.from ? -1 : 1)),
});
