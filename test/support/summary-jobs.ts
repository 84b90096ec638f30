import type { SummaryJob } from '#shared/meetings/summaries/ports';
import { builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { aTranscript } from '#test/support/transcripts';

/** A meeting of Ada and Ben, to which Cleo was invited. */
export const aSummaryJob = (changes: Partial<SummaryJob> = {}): SummaryJob => ({
  meetingTitle: null,
  invited: ['Cleo'],
  transcript: aTranscript([
    ['Ada', 'We decided to ship the release on Friday.'],
    ['Ben', 'I will write the release notes tomorrow.'],
  ]),
  template: { instructions: '', ...(builtInTemplate('general') ?? { id: '', sections: [] }) },
  language: null,
  onProgress: async () => undefined,
  ...changes,
});
