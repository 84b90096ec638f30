import { rightsOf } from '#shared/capture/live-transcripts/commands/find-right';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Table } from '#shared/foundation/core/table';
import { type Feed, liveFeeds, liveReaders } from '#shared/meetings/live-transcripts/feeds-store';
import type { LiveConnections } from '#shared/meetings/live-transcripts/ports';
import type { LiveReader } from '#shared/meetings/live-transcripts/rules/live-feed';
import { framesOf, messagesFor } from '#shared/meetings/live-transcripts/rules/live-messages';

const AT_ONCE = 25;

interface Needs extends Pick<CommandContext, 'table' | 'clock'> {
  readonly connections: LiveConnections;
}

/**
 * Sends readers who still may read the end of the call, after what they lack, ends all connections, and removes all rows. Throws where a
 * connection could not be ended, and keeps its row: without one, it would stay open and get nothing.
 */
export async function endFeed({ table, clock, connections }: Needs, botId: BotId, feed: Feed): Promise<void> {
  const { head, segments, readers } = feed;
  // Without its head, nothing was said yet.
  const rights = head ? await rightsOf(table, readers, head.state.workspaceId, clock.now()) : [];
  const sendEnd = async ({ connectionId, after, told }: LiveReader) => {
    const sent = { status: 'ended', segments, after: after ?? head?.state.sentId ?? 0 } as const;
    const messages = messagesFor({ told }, sent).toSorted((one, other) => orderOf(one.type) - orderOf(other.type));
    for (const frame of framesOf(messages)) if ((await connections.post(connectionId, frame)) !== 'sent') break;
  };
  await mapConcurrently([...readers.entries()], readers.length, async ([at, reader]) => {
    const { connectionId } = reader;
    if (rights[at] ?? true) await sendEnd(reader);
    if ((await connections.close(connectionId)) === 'failed')
      throw new Error('A connection that reads a live transcript could not be ended.');
    await liveReaders.remove(table, botId, reader);
  });
  await removeFeed(table, botId);
}

/** The status is the last message, where nothing follows any more. */
const orderOf = (type: string): number => (type === 'status' ? 1 : 0);

/** Removes all that is kept of a live transcript, with the connections that read it. */
async function removeFeed(table: Table, botId: BotId): Promise<void> {
  await mapConcurrently(await liveFeeds.keys(table, botId), AT_ONCE, async (key) => {
    await table.write({ remove: key });
  });
}
