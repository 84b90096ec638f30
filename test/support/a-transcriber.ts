import type { Transcriber, Transcription, TranscriptionJob } from '#shared/meetings/recorders/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';

/** A transcript with one segment for each sentence, two seconds each. */
export const aSpokenText = (...sentences: readonly string[]): Transcript => ({
  language: 'en',
  speakers: [{ id: 'spk_1', name: null }],
  segments: sentences.map((text, nth) => ({
    ...{
      id: `seg_${nth + 1}`,
      speakerId: 'spk_1',
      start: nth * 2,
      end: nth * 2 + 2,
      text,
      confidence: null,
      words: [],
    },
  })),
});

interface Given {
  /** What it answers, by how often it was asked before. Throws for an outage. */
  readonly answers?: (asked: number, job: TranscriptionJob) => Transcription | Promise<Transcription>;
}

/** A speech service that notes what it is asked. */
export function aTranscriber({ answers = () => heard('Welcome to the call.') }: Given = {}) {
  const asked: ['start' | 'check', TranscriptionJob][] = [];
  const deleted: string[] = [];
  const answer = (call: 'start' | 'check') => async (job: TranscriptionJob) => {
    asked.push([call, job]);
    return answers(asked.length - 1, job);
  };
  const transcriber: Transcriber = {
    start: answer('start'),
    check: answer('check'),
    async deleteData({ name }) {
      deleted.push(name);
    },
  };
  return { transcriber, asked, deleted };
}

export const heard = (...sentences: readonly string[]): Transcription => ({
  status: 'done',
  transcript: aSpokenText(...sentences),
});
