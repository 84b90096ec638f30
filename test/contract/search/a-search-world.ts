import { search } from '#functions/api/search/index';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { aConversationWorld } from '#test/contract/conversations/a-conversation';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { engineOver } from '#test/support/an-engine';
import { callsTo, noon } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { aTranscript, type Line } from '#test/support/transcripts';

/** A workspace with texts, whose housekeeping writes what search has of them. */
export async function aSearchWorld() {
  const made = await aConversationWorld();
  const { world, owner } = made;
  const { context } = world;
  const call = callsTo(search({ ...context, searchEngine: engineOver(context.files) }));
  const worker = housekeepingWorker(world);

  /** The text of a file, as an order makes it. */
  async function aText(lines: readonly Line[], labels: Partial<OrderConversation> = {}): Promise<OrderConversation> {
    const conversation = await anOrderConversation(world, owner, {
      ...{ kind: 'transcription', sourceConversationId: null, language: 'en' },
      ...labels,
    } as never);
    await resultsInFiles(context.files).saveTranscript(
      { workspaceId: conversation.workspaceId, conversationId: conversation.id, revision: '1' },
      aTranscript(lines),
    );
    const event = { type: 'conversation.ready', conversation: { conversation, meeting: null } } as const;
    await context.changes.save({ at: noon, events: [event] });
    return conversation;
  }

  const find = (q: string, rest = '', key = owner.key) =>
    call('GET', `/search?workspace_id=${owner.workspaceId}&q=${encodeURIComponent(q)}${rest}`, { key });

  return {
    ...made,
    callSearch: call,
    worker,
    aText,
    find,
    /** The titles of the hits. */
    titles: async (q: string, rest?: string): Promise<readonly string[]> =>
      (await find(q, rest)).body.data.map(({ title }: { readonly title: string }) => title),
    /** Merges what was written until now. */
    async merge(): Promise<void> {
      await worker.untilQuiet();
      world.clock.advance(86_400_000);
      await worker.mergeDue(owner.workspaceId);
      await worker.untilQuiet();
    },
    /** Keys of what search has of the workspace. */
    keysOf: (kind: 'segments' | 'packs') =>
      [...world.files.files.keys()].filter((key) => key.startsWith(`${owner.workspaceId}/search/${kind}/`)),
  };
}
