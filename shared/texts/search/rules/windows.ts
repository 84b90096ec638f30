import { type ConversationId, idOf } from '#shared/foundation/core/ids';
import { parsedJson } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import type { Manifest, Pack } from '#shared/texts/search/rules/packs';
import type { Ranked } from '#shared/texts/search/rules/rank';
import type { SegmentKey } from '#shared/texts/search/rules/versions';

/** Packs that one query reads. */
export const MOST_PACKS = 8;
/** Segments that one query reads. */
export const MOST_SEGMENTS = 600;

/** Where a search goes on. */
export interface SearchPosition {
  /** Only conversations before this one; absent from the newest on. */
  readonly before?: ConversationId;
  /** Only hits after this one in their order. */
  readonly after?: Ranked;
}

/** The texts that one query ranks: conversations whose ids follow each other. */
export interface Window {
  /** The newest first. */
  readonly packs: readonly Pack[];
  /** The newest of each conversation. */
  readonly segments: readonly SegmentKey[];
  /** The first of its conversations; undefined where it reaches back to the oldest. */
  readonly from: ConversationId | undefined;
}

interface Stored {
  readonly manifest: Manifest;
  /** The newest of each conversation, the newest conversation first. */
  readonly segments: readonly SegmentKey[];
}

interface Placed {
  readonly after?: Instant | undefined;
  readonly before?: Instant | undefined;
}

/**
 * The newest texts before a position: at most eight packs that may have what is looked for, with the segments of as far
 * back. Where these are too many, it ends at the last of those that fit.
 */
export function windowOf({ manifest, segments }: Stored, position: SearchPosition, placed: Placed): Window {
  const { before } = position;
  const isBefore = (id: ConversationId) => before === undefined || id < before;
  const packs = manifest.packs.filter(({ from }) => isBefore(from)).toReversed();
  const read: Pack[] = [];
  let from: ConversationId | undefined;
  for (const [nth, pack] of packs.entries()) {
    if (mayHave(pack, placed)) read.push(pack);
    if (read.length < MOST_PACKS) continue;
    from = nth === packs.length - 1 ? undefined : pack.from;
    break;
  }
  const inside = segments.filter(({ conversationId: id }) => isBefore(id) && (from === undefined || id >= from));
  if (inside.length <= MOST_SEGMENTS) return { packs: read, segments: inside, from };
  const fitting = inside.slice(0, MOST_SEGMENTS);
  const end = fitting.at(-1)?.conversationId;
  return { packs: read.filter((pack) => reaches(packs, pack, end)), segments: fitting, from: end };
}

const mayHave = ({ firstAt, lastAt }: Pack, { after, before }: Placed): boolean =>
  (after === undefined || lastAt >= after) && (before === undefined || firstAt < before);

/** Whether a pack may have conversations from this one on: not if the next newer one begins at it or before. */
function reaches(packs: readonly Pack[], pack: Pack, from: ConversationId | undefined): boolean {
  const newer = packs[packs.indexOf(pack) - 1];
  return from === undefined || newer === undefined || newer.from > from;
}

/** The position behind a page: after its last hit, or before the window where all of its hits were shown. */
export function nextPosition(
  { from }: Pick<Window, 'from'>,
  { before }: SearchPosition,
  { last, hasMore }: { readonly last: Ranked | undefined; readonly hasMore: boolean },
): SearchPosition | undefined {
  if (hasMore && last) return { ...(before !== undefined && { before }), after: last };
  return from === undefined ? undefined : { before: from };
}

/** A position as JSON text, which cursors carry. */
export const writtenPosition = ({ before, after }: SearchPosition): string =>
  JSON.stringify([before ?? null, ...(after ? [after.conversationId, after.score] : [])]);

/** The reverse; undefined for any other text. */
export function positionIn(text: string): SearchPosition | undefined {
  const parsed = parsedJson(text);
  const [before, id, score] = Array.isArray(parsed) ? parsed : [undefined];
  const beforeId = before === null ? undefined : idOf('con', before);
  if (before !== null && beforeId === undefined) return undefined;
  const position = beforeId === undefined ? {} : { before: beforeId };
  if (id === undefined && score === undefined) return position;
  const conversationId = idOf('con', id);
  if (!conversationId || typeof score !== 'number') return undefined;
  return { ...position, after: { conversationId, score } };
}
