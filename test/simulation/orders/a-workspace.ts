import type { ConversationId } from '#shared/foundation/core/ids';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';
import { SLICE } from '#shared/texts/orders/rules/slices';
import { noon, type World } from '#test/support/api';

const REVISION = '1';
const LONGEST_TEXT = 4;

/** A text whose segments are a slice each. */
const textOf = (slices: number): Transcript => ({
  language: 'en',
  speakers: [],
  segments: Array.from({ length: slices }, (_, nth) => ({
    ...{ id: `seg_${nth + 1}`, speakerId: null, start: nth, end: nth + 1, confidence: null, words: [] },
    text: `Part ${nth + 1}. `.padEnd(SLICE.characters, 'word '),
  })),
});

/** A workspace with recordings that can be translated. */
export async function aWorkspace(world: World, random: () => number) {
  const { context, files } = world;
  const { workspaceId } = await world.anOwner();
  const texts = new Map<ConversationId, Transcript>();

  const save = async (conversation: OrderConversation): Promise<void> => {
    const before = await conversations.find(context.table, conversation.id);
    await context.changes.save({ at: world.clock.now(), writes: [conversations.put(before, conversation)] });
  };
  const labels = (id: ConversationId) => ({
    ...({
      id,
      workspaceId,
      orderId: context.ids.make('ord'),
      kind: 'transcription',
      name: 'Talk',
      language: 'en',
    } as const),
    ...{ sourceConversationId: null, folderId: null, tags: [], metadata: {}, createdAt: noon, updatedAt: noon },
  });

  return {
    workspaceId,
    texts: texts as ReadonlyMap<ConversationId, Transcript>,
    /** A recording whose text is not there yet. */
    async aSource(): Promise<ConversationId> {
      const id = context.ids.make('con');
      texts.set(id, textOf(1 + Math.floor(random() * LONGEST_TEXT)));
      await save({ ...labels(id), state: 'automatic_transcribing' });
      return id;
    },
    async finish(id: ConversationId): Promise<void> {
      const text = texts.get(id);
      if (!text) throw new Error('There is no such source.');
      await resultsInFiles(files).saveTranscript({ workspaceId, conversationId: id, revision: REVISION }, text);
      await save({ ...labels(id), state: 'automatic_done', text: { revision: REVISION, durationSeconds: 60 } });
    },
    fail: (id: ConversationId) => save({ ...labels(id), state: 'failed', failureReason: 'transcription_failed' }),
    async remove(id: ConversationId): Promise<void> {
      const before = await conversations.find(context.table, id);
      if (!before) throw new Error('There is no such source.');
      await context.changes.save({ at: world.clock.now(), writes: [conversations.remove(before)] });
    },
  };
}
export type Workspace = Awaited<ReturnType<typeof aWorkspace>>;
