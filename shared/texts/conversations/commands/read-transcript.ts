import type { Table } from '#shared/foundation/core/table';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { textFileOf } from '#shared/texts/conversations/ports';
import type { Conversation } from '#shared/texts/conversations/rules/conversation';
import { withMeeting } from '#shared/texts/conversations/store';

interface Reading {
  readonly table: Table;
  readonly results: Pick<ResultsStorage, 'transcript'>;
}

/** The text of a conversation, of a meeting and of an order alike; undefined while there is none. */
export async function readTranscript(
  { table, results }: Reading,
  conversation: Conversation,
): Promise<Transcript | undefined> {
  const found = await withMeeting(table, conversation);
  const file = found && textFileOf(found);
  return file && results.transcript(file);
}
