import { type Speech, transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { withTimes } from '#shared/capture/recorders/transcripts/with-times';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { MbaasTranscriptFile } from './mbaas-schemas.ts';

type Utterance = MbaasTranscriptFile['result']['utterances'][number];

/** The transcript in the file `output_transcription.json`. Its language is stated where the whole call has one. */
export function readMbaasTranscript({ result }: MbaasTranscriptFile): Transcript {
  const [language = null, ...others] = new Set([...result.languages, ...result.utterances.flatMap(languageOf)]);
  return transcriptOf(others.length === 0 ? language : null, result.utterances.map(speechIn));
}

const languageOf = ({ language }: Utterance): readonly string[] => (language ? [language] : []);

/** Participants are known by their names; a number is a voice that the recorder could not name. */
function speechIn({ text, start, end, confidence, speaker, words }: Utterance): Speech {
  return {
    speakerKey: speaker === null || speaker === undefined ? null : String(speaker),
    speakerName: typeof speaker === 'string' && speaker !== '' ? speaker : null,
    text,
    confidence: confidence ?? null,
    start,
    end,
    words: withTimes(words, { start, end }).map((one) => ({
      ...{ text: one.word.trim(), start: one.start, end: one.end },
      confidence: one.confidence ?? null,
    })),
  };
}
