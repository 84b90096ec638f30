import { randomBytes } from 'node:crypto';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { mergeSegments } from '#shared/texts/search/commands/merge-segments';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { meetingSearch } from '#shared/texts/search/meeting-search';
import type { StoredIndex } from '#shared/texts/search/ports';
import { newestSegments } from '#shared/texts/search/rules/versions';
import { searchEngine } from '#shared/texts/search/sqlite/search-engine';
import { textsInMemory } from '#shared/texts/search/sqlite/texts-in-memory';
import { dueSegments } from '#shared/texts/search/store';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

const TEXTS = 8;

/** A workspace with long texts that are in no pack yet, and an index that counts the segments that are read. */
async function longTexts(characters: number, texts = TEXTS) {
  const world = aWorld();
  const { context, files } = world;
  const { workspaceId } = await world.anOwner('Acme');
  const results = resultsInFiles(files);
  const stored = indexInFiles(files, (size) => randomBytes(size));
  const reads = { segments: 0 };
  const index: StoredIndex = {
    ...stored,
    segment: (...of) => {
      reads.segments += 1;
      return stored.segment(...of);
    },
  };
  const given = { kind: 'transcription', sourceConversationId: null } as const;
  for (let nth = 0; nth < texts; nth += 1) {
    const { id } = await anOrderConversation(world, { workspaceId }, given);
    const text = `budget ${'word '.repeat(characters / 5)}`;
    await results.saveTranscript({ workspaceId, conversationId: id, revision: '1' }, aTranscript([['Ada', text]]));
    await indexConversation({ ...context, index, results })({ workspaceId, conversationId: id });
  }
  return { world, workspaceId, results, index, reads };
}

describe('long texts', () => {
  it('are merged a few at a time, until all are found', async () => {
    const { world, workspaceId, results, index, reads } = await longTexts(10_000);
    const merge = mergeSegments({ ...world.context, index, results, bytesMerged: 15_000 });
    const readInStep: number[] = [];
    for (let left = 'segments'; left === 'segments'; ) {
      const before = reads.segments;
      left = await merge(workspaceId);
      readInStep.push(reads.segments - before);
    }

    // Two are read at once: one more may be under way when it is enough.
    expect(Math.max(...readInStep)).toBeLessThanOrEqual(3);
    const search = meetingSearch({ table: world.context.table, engine: searchEngine(index, world.files) });
    expect((await search.query({ workspaceId, text: 'budget', limit: 20 })).hits).toHaveLength(TEXTS);
  });

  it('are in the memory of a query as far as they fit', async () => {
    const { workspaceId, index, reads } = await longTexts(10_000);
    const segments = newestSegments(await index.segments(workspaceId));

    const database = await textsInMemory((...of) => index.segment(...of), 15_000).of(workspaceId, segments);

    expect(reads.segments).toBeLessThanOrEqual(5);
    expect(database?.prepare('SELECT count(*) AS texts FROM texts').get()).toEqual({ texts: reads.segments });
  });

  it('of workspaces that were searched before leave the memory where others no longer fit', async () => {
    const one = await longTexts(10_000, 1);
    const other = await longTexts(10_000, 1);
    const segmentsOf = async ({ index, workspaceId }: typeof one) => newestSegments(await index.segments(workspaceId));
    const worldOf = (id: string) => (id === one.workspaceId ? one : other);
    const memory = textsInMemory((id, segment) => worldOf(id).index.segment(id, segment), 15_000);
    const first = await memory.of(one.workspaceId, await segmentsOf(one));

    const second = await memory.of(other.workspaceId, await segmentsOf(other));

    expect([first?.isOpen, second?.isOpen]).toEqual([false, true]);
  });

  it('count as several, so that a merge comes sooner', async () => {
    const { world, workspaceId } = await longTexts(700_000, 1);

    expect(await dueSegments(world.context.table, workspaceId)).toMatchObject({ written: 4, merged: 0 });
  });
});
