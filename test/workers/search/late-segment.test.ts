import { randomBytes } from 'node:crypto';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { conversations, findInTrashToo } from '#shared/texts/conversations/store';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { mergeSegments } from '#shared/texts/search/commands/merge-segments';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { meetingSearch } from '#shared/texts/search/meeting-search';
import { segmentsPrefix } from '#shared/texts/search/rules/versions';
import { searchEngine } from '#shared/texts/search/sqlite/search-engine';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { aWorld } from '#test/support/api';
import { expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

it('an older segment of a text, written after the newer one was merged, does not hide the text', async () => {
  const world = aWorld();
  const { context, files, clock } = world;
  const { workspaceId } = await world.anOwner('Acme');
  const results = resultsInFiles(files);
  const index = indexInFiles(files, (size) => randomBytes(size));
  const given = { kind: 'transcription', sourceConversationId: null } as const;
  const { id } = await anOrderConversation(world, { workspaceId }, given);
  const store = (revision: string, text: string) =>
    results.saveTranscript({ workspaceId, conversationId: id, revision }, aTranscript([['Ada', text]]));
  const write = () => indexConversation({ ...context, index, results })({ workspaceId, conversationId: id });
  await store('1', 'The budget is small.');
  await write();
  const [late = ''] = await files.keys(segmentsPrefix(workspaceId), undefined);
  const bytes = await files.get(late);
  await store('2', 'The budget is large.');
  const before = await findInTrashToo(context.table, id);
  if (!before || !('text' in before.state) || !bytes) throw new Error('The text is gone.');
  const corrected = { ...before.state, text: { ...before.state.text, revision: '2' } };
  await context.changes.save({ at: clock.now(), writes: [conversations.put(before, corrected)] });
  await write();
  await mergeSegments({ ...context, index, results })(workspaceId);

  await files.put(late, bytes, 'application/json');

  const search = meetingSearch({ table: context.table, engine: searchEngine(index, files) });
  const { hits } = await search.query({ workspaceId, text: 'budget', limit: 5 });
  expect(hits.map(({ snippet }) => snippet)).toEqual(['The budget is large.']);
});
