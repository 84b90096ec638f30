import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { later } from '#shared/foundation/core/time';
import { conversationWithText } from '#shared/texts/search/commands/index-conversation';
import type { IndexContext, ReadManifest } from '#shared/texts/search/ports';
import { mergeAt, ORPHANED_AFTER_MS } from '#shared/texts/search/rules/merge-times';
import {
  BYTES_MERGED,
  changedPacks,
  dividedTexts,
  mergedTexts,
  type Pack,
  type PackChange,
  replacePack,
  TEXTS_IN_PACK,
} from '#shared/texts/search/rules/packs';
import { type SearchedText, sizeOf } from '#shared/texts/search/rules/searched-text';
import { newestSegments, type SegmentKey } from '#shared/texts/search/rules/versions';
import { dueSegments, rescheduleMerge, unscheduleMerges } from '#shared/texts/search/store';

/** Each may have some megabytes. */
const AT_ONCE = 2;

/** Begins the merge of a workspace that is due, and notes the next one. An archived workspace has none. */
export const beginMerge = command(async (context, workspaceId: WorkspaceId): Promise<void> => {
  const { table, clock, changes } = context;
  const at = clock.now();
  const [unmerged, workspace] = await Promise.all([
    dueSegments(table, workspaceId),
    workspaces.find(table, workspaceId),
  ]);
  if (!unmerged || unmerged.dueAt > at) return;
  if (!workspace || workspace.state.archivedAt !== null) {
    await changes.save({ at, writes: [[unscheduleMerges(workspaceId)]] });
    return;
  }
  await changes.save({
    at,
    writes: [[rescheduleMerge(workspaceId, unmerged.dueAt, mergeAt(workspaceId, at))]],
    jobs: [{ type: 'job.workspace_search', content: { workspaceId } }],
  });
});

/** What is left after a merge: segments, or packs that wait until no merge can name them. */
export type Unmerged = 'segments' | 'orphans' | 'nothing';

/**
 * Merges segments into one pack, and deletes them. The pack is written anew, beside the one before; the manifest names it
 * from one conditional write on, so that of two merges one counts, and the other one is repeated. A merge that ends
 * between two writes leaves segments that the next one takes for merged, and packs that it deletes.
 */
export const mergeSegments =
  (context: IndexContext) =>
  async (workspaceId: WorkspaceId): Promise<Unmerged> => {
    const { index, textsInPack = TEXTS_IN_PACK } = context;
    const segments = await index.segments(workspaceId);
    const read = await index.manifest(workspaceId);
    const [change] = changedPacks(read.manifest, newestSegments(segments));
    if (!change) return removeOrphans(context, workspaceId, read);
    const some = { ...change, segments: change.segments.toReversed().slice(0, textsInPack) };
    await mergeInto(context, { workspaceId, read, change: some, segments });
    return 'segments';
  };

interface Merging {
  readonly workspaceId: WorkspaceId;
  readonly read: ReadManifest;
  readonly change: PackChange;
  /** All that were there, older versions of the same conversations among them. */
  readonly segments: readonly SegmentKey[];
}

/** Does nothing where another merge has ended since the index was read: it is read again. */
async function mergeInto(context: IndexContext, { workspaceId, read, change, segments }: Merging): Promise<void> {
  const { index, clock, textsInPack = TEXTS_IN_PACK } = context;
  const { pack } = change;
  const before = pack ? await index.pack(pack.key) : [];
  const written = await textsOf(context, workspaceId, change.segments);
  if (!before || !written) return;
  const texts = mergedTexts(before, written.segments, written.texts);
  const isNewest = pack === read.manifest.packs.at(-1);
  const made: Pack[] = [];
  for (const some of dividedTexts(texts, { isNewest, most: textsInPack }))
    made.push(await index.writePack(workspaceId, some, clock.now()));
  if (!(await index.replaceManifest(workspaceId, read, replacePack(read.manifest, pack, made)))) {
    await index.removePacks(made.map(({ key }) => key));
    return;
  }
  await index.removeSegments(workspaceId, mergedOf(segments, written.segments));
  if (pack) await index.removePacks([pack.key]);
}

/** The segments that were merged, with older versions of them. */
function mergedOf(segments: readonly SegmentKey[], merged: readonly SegmentKey[]): readonly SegmentKey[] {
  const versions = new Map(merged.map(({ conversationId, version }) => [conversationId, version]));
  return segments.filter(({ conversationId, version }) => version <= (versions.get(conversationId) ?? ''));
}

/**
 * The first segments that fit into one merge, with their texts; undefined where one of them was merged meanwhile. A text
 * whose conversation was deleted or corrected since is left out: a later segment says what it is now.
 */
async function textsOf(
  context: IndexContext,
  workspaceId: WorkspaceId,
  segments: readonly SegmentKey[],
): Promise<{ readonly segments: readonly SegmentKey[]; readonly texts: readonly SearchedText[] } | undefined> {
  let left = context.bytesMerged ?? BYTES_MERGED;
  const read = await mapConcurrently(segments, AT_ONCE, async (segment) => {
    if (left <= 0) return 'left';
    if (segment.isTombstone) return { segment, texts: [] };
    const text = await context.index.segment(workspaceId, segment);
    if (!text) return 'merged';
    left -= sizeOf(text);
    return { segment, texts: (await conversationWithText(context, text)) ? [text] : [] };
  });
  if (read.includes('merged')) return undefined;
  const taken = read.filter((one) => typeof one !== 'string');
  return { segments: taken.map(({ segment }) => segment), texts: taken.flatMap(({ texts }) => texts) };
}

/** Deletes packs that no manifest names, of merges that lost a race or ended early. */
async function removeOrphans(
  { index, clock }: IndexContext,
  workspaceId: WorkspaceId,
  { manifest }: ReadManifest,
): Promise<Unmerged> {
  const named = new Set(manifest.packs.map(({ key }) => key));
  const orphans = (await index.packs(workspaceId)).filter(({ key }) => !named.has(key));
  const old = orphans.filter(({ writtenAt }) => later(writtenAt, ORPHANED_AFTER_MS) <= clock.now());
  await index.removePacks(old.map(({ key }) => key));
  return orphans.length > old.length ? 'orphans' : 'nothing';
}
