import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { countedResults } from '#shared/meetings/results/load-results';
import { keyOf, type TranscriptFile } from '#shared/meetings/results/ports';
import type { Summary } from '#shared/meetings/results/rules/results';
import type { ConnectorContext } from '../ports.ts';

/** The transcript of the recording that the meeting shows; undefined while there is none. */
export function transcriptFileOf(meeting: Meeting): TranscriptFile | undefined {
  const shown = shownRecording(meeting);
  return shown?.results.transcript === 'ready' ? keyOf(meeting, shown) : undefined;
}

/** Its summary, in the same way. */
export async function summaryOf(context: ConnectorContext, meeting: Meeting): Promise<Summary | undefined> {
  const shown = shownRecording(meeting);
  return shown?.results.summary === 'ready' ? countedResults(context).summary(keyOf(meeting, shown)) : undefined;
}
