import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Table } from '#shared/foundation/core/table';
import type { FileStorage } from '#shared/foundation/files/ports';
import { erasedNamesInResults } from '#shared/lifecycle/erasures/commands/strip-results';
import {
  namesInSummary,
  speakerNames,
  strippedSummary,
  strippedTranscript,
} from '#shared/lifecycle/erasures/rules/strip-results';
import { resultsOf } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { type ResultsStorage, resultsAt, type StoredResults } from '#shared/meetings/results/ports';
import { findInTrashToo } from '#shared/texts/conversations/store';

/** What the job of an erasure works with that rewrites files. */
export interface FileErasureContext extends ErasureContext {
  readonly files: Pick<FileStorage, 'keys' | 'remove'>;
  readonly results: ResultsStorage;
}

/** Keys that one call looks at, and transcripts that it holds in memory at once. */
const PAGE = 100;
const AT_ONCE = 4;

/**
 * Rewrites the transcripts, corrections and summaries of a workspace that name erased people, a page of its files a call.
 * Answers the key to go on after; undefined after the last. Files that are up to date are only read.
 */
export const eraseFromFiles =
  (context: FileErasureContext) =>
  async ({ workspaceId }: PersonErasure, after: string | undefined): Promise<string | undefined> => {
    const keys = (await context.files.keys(`${workspaceId}/`, after)).slice(0, PAGE);
    await mapConcurrently(keys, AT_ONCE, (key) => eraseFromFile(context, key));
    return keys.at(-1);
  };

async function eraseFromFile(context: FileErasureContext, key: string): Promise<void> {
  const stored = resultsAt(key);
  if (!stored) return;
  const isRewritten = await rewritten(context, stored);
  // What was removed meanwhile does not come back.
  if (isRewritten && !(await isStillThere(context.table, stored))) await context.files.remove(key);
}

async function rewritten(context: FileErasureContext, stored: StoredResults): Promise<boolean> {
  const { results } = context;
  if (stored.kind === 'summary') {
    const summary = await results.summary(stored.of);
    if (!summary) return false;
    const after = strippedSummary(summary, await erasedNamesInResults(context, stored.of, namesInSummary(summary)));
    if (after !== summary) await results.saveSummary(stored.of, after);
    return after !== summary;
  }
  const transcript = await results.transcript(stored.of);
  if (!transcript) return false;
  const after = strippedTranscript(
    transcript,
    await erasedNamesInResults(context, stored.of, speakerNames(transcript)),
  );
  if (after !== transcript) await results.saveTranscript(stored.of, after);
  return after !== transcript;
}

async function isStillThere(table: Table, { of }: StoredResults): Promise<boolean> {
  if ('conversationId' in of) return (await findInTrashToo(table, of.conversationId)) !== undefined;
  const bot = await bots.find(table, of.botId);
  return bot !== undefined && resultsOf(bot.state).transcript !== 'none';
}
