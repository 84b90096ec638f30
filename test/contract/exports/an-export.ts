import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { exportsGroup } from '#functions/api/exports/index';
import { styleGuides } from '#functions/api/style-guides/index';
import type { ConversationId } from '#shared/foundation/core/ids';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { aConversationWorld } from '#test/contract/conversations/a-conversation';
import { anOrderConversation, TEXT } from '#test/contract/conversations/an-order-conversation';
import { aWorld, callsTo } from '#test/support/api';
import { exportWorker } from '#test/support/export-worker';
import { aSegment, aSpeaker, aTranscript } from '#test/support/transcripts';

/** A workspace with recorded calls that are exported. */
export async function anExportWorld(given = aWorld()) {
  const recorded = await aConversationWorld(given);
  const { world, owner, call: callConversations } = recorded;
  const call = callsTo(exportsGroup(world.context));
  const worker = exportWorker(world);

  const create = (body: object, key = owner.key) => call('POST', '/exports', { key, body });
  const read = (id: string, key = owner.key) => call('GET', `/exports/${id}`, { key });

  /** The bytes that a link leads to. */
  const download = (link: string): Buffer => {
    const path = new URL(link).pathname.slice(1);
    return Buffer.from(world.files.files.get(path) ?? []);
  };

  /** Writes so many segments without text, by speakers with the longest names, in place of what a conversation has. */
  async function writeEmptyText(conversationId: ConversationId, segments: number): Promise<void> {
    const speakers = [1, 2].map((nth) => aSpeaker({ id: `spk_${nth}`, name: `${nth}`.repeat(100) }));
    await resultsInFiles(world.files).saveTranscript(
      { workspaceId: owner.workspaceId, conversationId, revision: TEXT.text.revision },
      aTranscript([], {
        speakers,
        segments: Array.from({ length: segments }, (_, nth) =>
          aSegment({ id: `seg_${nth}`, speakerId: `spk_${1 + (nth % 2)}`, text: '' }),
        ),
      }),
    );
  }

  return {
    ...recorded,
    call,
    worker,
    create,
    read,
    download,
    /** The id of a further conversation, with a text of its own. */
    aText: async (): Promise<string> => (await anOrderConversation(world, owner)).id,
    writeEmptyText,
    /** The id of a further conversation, of segments without text by speakers with the longest names. */
    async anEmptyText(segments: number): Promise<ConversationId> {
      const { id } = await anOrderConversation(world, owner);
      await writeEmptyText(id, segments);
      return id;
    },
    /** The id of a conversation with two subtitles, which no style guide would divide so. */
    async aSubtitlesConversation(): Promise<string> {
      const { id, workspaceId } = await anOrderConversation(world, owner, { kind: 'subtitles' });
      const segments = [
        aSegment({ start: 0, end: 0.5, text: 'Good\nmorning to all of you.' }),
        aSegment({ id: 'seg_2', start: 0.51, end: 12, text: 'Yes.' }),
      ];
      await resultsInFiles(world.files).saveTranscript(
        { workspaceId, conversationId: id, revision: TEXT.text.revision },
        aTranscript([], { segments }),
      );
      return id;
    },
    /** The id of the subtitles of a conversation by a style guide. */
    convert: async (id: string, guide: string): Promise<string> => {
      const path = `/conversations/${id}/convert_to_subtitles?style_guide_id=${guide}`;
      return (await callConversations('GET', path, { key: owner.key })).body.id;
    },
    /** The id of a new style guide. */
    aStyleGuide: async (body: object): Promise<string> =>
      (
        await callsTo(styleGuides(world.context))('POST', '/style_guides', {
          key: owner.key,
          body: { workspace_id: owner.workspaceId, name: `Guide ${randomUUID()}`, ...body },
        })
      ).body.id,
    /** An export that the worker has worked on. */
    async anExport(body: object) {
      const { id } = (await create(body)).body;
      await worker.run();
      return (await read(id)).body;
    },
    /** The texts in the ZIP of a link, by their names. */
    unzipped: (link: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(unzipSync(download(link))).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
      ),
  };
}
