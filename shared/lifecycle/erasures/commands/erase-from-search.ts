import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { erasureMatcher } from '#shared/lifecycle/erasures/commands/erasure-matcher';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { IsErased, PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import type { IndexContext } from '#shared/texts/search/ports';
import { namesOf, type SearchedText } from '#shared/texts/search/rules/searched-text';
import { newestSegments } from '#shared/texts/search/rules/versions';

export interface SearchErasureContext extends ErasureContext, IndexContext {}

const AT_ONCE = 4;
/** The position after the segments; those after it are keys of packs. */
const SEGMENTS = 'segments';

/**
 * Has search read again what it has of texts that name erased people: first those of segments, then those of one pack a
 * call. After the meetings and the files, which it reads. At the end the segments are merged, so that no pack has them.
 */
export const eraseFromSearch =
  (context: SearchErasureContext) =>
  async (erasure: PersonErasure, after: string | undefined): Promise<string | undefined> => {
    const { workspaceId } = erasure;
    const { manifest } = await context.index.manifest(workspaceId);
    // In the order of their writing: those that a merge replaces on the way come again, under a later key.
    const keys = manifest.packs.map(({ key }) => key).sort();
    const next = keys.find((key) => after === SEGMENTS || (after !== undefined && key > after));
    if (after !== undefined && !next) {
      const job = { type: 'job.workspace_search', content: { workspaceId } } as const;
      await context.changes.save({ at: context.clock.now(), jobs: [job] });
      return undefined;
    }
    const texts = next ? await context.index.pack(next) : await textsOfSegments(context, erasure);
    const { isErased } = await erasureMatcher(context, erasure);
    const naming = (texts ?? []).filter((text) => names(text, isErased));
    await mapConcurrently(naming, AT_ONCE, ({ conversationId }) =>
      indexConversation(context)({ workspaceId, conversationId }),
    );
    return next ?? SEGMENTS;
  };

const names = (text: SearchedText, isErased: IsErased): boolean =>
  text.people.some(isErased) || namesOf(text).some((name) => isErased({ name, email: null }));

async function textsOfSegments({ index }: SearchErasureContext, { workspaceId }: PersonErasure) {
  const segments = newestSegments(await index.segments(workspaceId)).filter(({ isTombstone }) => !isTombstone);
  const texts = await mapConcurrently(segments, AT_ONCE, (segment) => index.segment(workspaceId, segment));
  return texts.flatMap((text) => text ?? []);
}
