import { conversations } from '#functions/api/conversations/index';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { summaryWorker } from '#test/support/summary-worker';
import { aTranscript } from '#test/support/transcripts';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation } from './an-order-conversation.ts';

const LINES = [
  ['Ada', 'We decided to ship the release on Friday.'],
  ['Ben', 'I will write the release notes tomorrow.'],
] as const;

interface Given extends Omit<NonNullable<Parameters<typeof summaryWorker>[1]>, 'context'> {
  readonly text?: Parameters<typeof anOrderConversation>[2];
  readonly lines?: Parameters<typeof aTranscript>[0];
  /** What the context of the API has beside. */
  readonly api?: object;
}

/** The text of an order, in English and with decisions, and those who ask for its summary. */
export async function aSummaryWorld({ text = {}, lines = LINES, api = {}, ...given }: Given = {}) {
  const made = await aConversationWorld();
  const { world, owner } = made;
  const { id, workspaceId } = await anOrderConversation(world, owner, {
    ...{ language: 'en', name: 'Release' },
    ...text,
  });
  const save = (revision: string, written: Parameters<typeof aTranscript>[0]) =>
    resultsInFiles(world.context.files).saveTranscript(
      { workspaceId, conversationId: id, revision },
      aTranscript(written),
    );
  await save('1', lines);
  const call = callsTo(conversations({ ...world.context, ...api }));
  const guest = await world.aColleague(owner.workspaceId, 'guest');
  return {
    ...made,
    id,
    guest,
    worker: summaryWorker(world, given),
    summary: (query = '', key = owner.key, method = 'GET'): Promise<ApiResponse> =>
      call(method, `/conversations/${id}/summary${query}`, { key }),
    summaryAt: (path: string) => call('GET', path, { key: owner.key }),
    /** Corrects the text. */
    async correct(): Promise<void> {
      const path = `/conversations/${id}/transcript`;
      const { etag } = (await call('GET', path, { key: owner.key })).headers;
      const body = { segments: [{ id: 'seg_1', text: 'We decided to ship the release on Monday.' }] };
      await call('PATCH', path, { key: owner.key, headers: { 'if-match': String(etag) }, body });
    },
    remove: (query = '') => call('DELETE', `/conversations/${id}${query}`, { key: owner.key }),
    restore: () => call('POST', `/conversations/${id}/restore`, { key: owner.key }),
    summaryFiles: () => [...world.files.files.keys()].filter((file) => file.includes(`${id}/summaries/`)),
    summaryRows: () => world.dynamo.items().filter(({ pk, sk }) => pk?.S === id && sk?.S?.startsWith('SUMMARY#')),
  };
}
