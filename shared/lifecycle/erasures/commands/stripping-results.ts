import { erasedNamesInResults } from '#shared/lifecycle/erasures/commands/strip-results';
import {
  namesInSummary,
  speakerNames,
  strippedSummary,
  strippedTranscript,
} from '#shared/lifecycle/erasures/rules/strip-results';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { ResultsStorage } from '#shared/meetings/results/ports';

/** Stores transcripts and summaries without the names of people who were erased. */
export const strippingResults = (
  context: Pick<ErasureContext, 'table' | 'personHashes'>,
  results: ResultsStorage,
): ResultsStorage => ({
  ...results,
  async saveTranscript(of, transcript) {
    const isErased = await erasedNamesInResults(context, of, speakerNames(transcript));
    await results.saveTranscript(of, strippedTranscript(transcript, isErased));
  },
  async saveSummary(of, summary) {
    const isErased = await erasedNamesInResults(context, of, namesInSummary(summary));
    await results.saveSummary(of, strippedSummary(summary, isErased));
  },
});
