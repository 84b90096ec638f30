import { type Speech, transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { toMilliseconds, withTimes } from '#shared/capture/recorders/transcripts/with-times';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { Transcript, Word } from '#shared/meetings/results/rules/results';
import type { AttendeeUtterance } from './attendee-schemas.ts';

/**
 * The transcript of a recording that began at a moment. What was said before is put at its start. The language is that
 * of the first utterance that names one.
 */
export function readAttendeeTranscript(utterances: readonly AttendeeUtterance[], startedAt: Instant): Transcript {
  const language = utterances.find(({ transcription }) => transcription.language)?.transcription.language ?? null;
  return transcriptOf(
    language,
    utterances.map((utterance) => speechOf(utterance, startedAt)),
  );
}

function speechOf(utterance: AttendeeUtterance, startedAt: Instant): Speech {
  const { transcription, speaker_uuid, speaker_name } = utterance;
  const start = secondsSince(startedAt, utterance.timestamp_ms);
  return {
    speakerKey: speaker_uuid ?? speaker_name ?? null,
    speakerName: speaker_name || null,
    text: transcription.transcript,
    confidence: null,
    start,
    end: secondsSince(startedAt, utterance.timestamp_ms + utterance.duration_ms),
    words: withTimes(transcription.words ?? [], { start: 0, end: utterance.duration_ms / SECOND_MS }).flatMap((word) =>
      wordAt(start, word),
    ),
  };
}

type AttendeeWord = NonNullable<AttendeeUtterance['transcription']['words']>[number];

type TimedWord = AttendeeWord & Pick<Word, 'start' | 'end'>;

function wordAt(offset: number, { word, punctuated_word, start, end, confidence }: TimedWord): Word[] {
  const text = (punctuated_word ?? word ?? '').trim();
  if (text === '') return [];
  const times = { start: toMilliseconds(offset + start), end: toMilliseconds(offset + end) };
  return [{ text, ...times, confidence: confidence ?? null }];
}

const secondsSince = (startedAt: Instant, at: number): number =>
  toMilliseconds(Math.max(0, at - startedAt) / SECOND_MS);
