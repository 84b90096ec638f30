import { erasedNamesInResults } from '#shared/erasures/commands/strip-results';
import type { ErasureContext } from '#shared/erasures/ports';
import {
  namesInSummary,
  speakerNames,
  strippedSummary,
  strippedTranscript,
} from '#shared/erasures/rules/strip-results';
import type { ResultsStorage } from '#shared/results/ports';

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
