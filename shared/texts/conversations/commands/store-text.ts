import { isUnsaved } from '#shared/foundation/commands/changes';
import type { ResultsStorage, TranscriptFile } from '#shared/meetings/results/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';

interface Storing {
  readonly results: Pick<ResultsStorage, 'saveTranscript' | 'removeTranscript'>;
}

/**
 * Stores a text before the rows name it, and deletes it where these are not saved. A file that a crash leaves here is
 * named by no row, and goes with the workspace; so does one of a transaction whose outcome is not known.
 */
export async function storeText(
  { results }: Storing,
  file: TranscriptFile,
  transcript: Transcript,
  save: () => Promise<void>,
): Promise<void> {
  await results.saveTranscript(file, transcript);
  try {
    await save();
  } catch (error) {
    if (isUnsaved(error)) await results.removeTranscript(file);
    throw error;
  }
}
