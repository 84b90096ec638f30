import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import {
  doubtsAbout,
  type RecordedSpeech,
  secondsSpoken,
  wordsOf,
} from '#shared/meetings/recorders/rules/transcript-doubts';
import type { Transcript } from '#shared/meetings/results/rules/results';

/** What a transcript came to, compared with what was recorded. */
export type TranscriptOutcome = (typeof TRANSCRIPT_OUTCOMES)[number];

export const TRANSCRIPT_OUTCOMES = [
  'spoken', // words, and no reason to doubt them
  'doubtful', // words, and a reason to doubt them
  'silent', // no words, and no one spoke
  'no_words', // no words, and no evidence that someone spoke
  'lost', // no words, although someone spoke
] as const;

/** Someone spoke: the platform showed speakers for so long. */
const EVIDENCE_SECONDS = 10;
/** No one spoke: a cough is not speech. */
const SILENCE_SECONDS = 2;

/** The transcript that is kept, and what is known of the recording. */
export interface HeardRecording extends RecordedSpeech {
  readonly transcript: Transcript;
  /** A text in it was repeated without a break, and is kept once. */
  readonly isRepeated: boolean;
  /** The speech service has heard the recording: there is no one else to ask. */
  readonly isHeardBySpeech: boolean;
}

/**
 * The outcome of the transcript that is kept. Where who spoke when is not known, the length of the recording is a reason
 * to ask the speech service; what that has heard is not doubted for its length.
 */
export function outcomeOf({ transcript, timeline, ...recorded }: HeardRecording): TranscriptOutcome {
  const { durationSeconds, isRepeated, isHeardBySpeech } = recorded;
  const doubts = doubtsAbout(transcript, { durationSeconds, timeline: timeline ?? (isHeardBySpeech ? [] : undefined) });
  if (!doubts.includes('empty')) return doubts.length === 0 && !isRepeated ? 'spoken' : 'doubtful';
  return outcomeWithoutWords(timeline, isHeardBySpeech);
}

function outcomeWithoutWords(timeline: SpeakerTimeline | undefined, isHeardBySpeech: boolean): TranscriptOutcome {
  if (!timeline) return isHeardBySpeech ? 'silent' : 'no_words';
  const seconds = secondsSpoken(timeline);
  if (seconds >= EVIDENCE_SECONDS) return 'lost';
  return seconds < SILENCE_SECONDS ? 'silent' : 'no_words';
}

/** Within this the transcript of the recorder is taken, which has the names of the speakers. */
const MORE_WORDS = 1.1;

/**
 * Which of two transcripts of one recording is kept: the one with more words, but for one that is faster than anyone
 * speaks beside one that is not.
 */
export function betterTranscript(
  recorder: Transcript,
  speech: Transcript,
  recorded: RecordedSpeech,
): 'recorder' | 'speech' {
  const [ofRecorder, ofSpeech] = [wordsOf(recorder), wordsOf(speech)];
  const [isRecorderTooFast, isSpeechTooFast] = [recorder, speech].map((one) =>
    doubtsAbout(one, recorded).includes('too_fast'),
  );
  if (isRecorderTooFast !== isSpeechTooFast && ofRecorder > 0 && ofSpeech > 0)
    return isRecorderTooFast ? 'speech' : 'recorder';
  return ofSpeech > ofRecorder * MORE_WORDS ? 'speech' : 'recorder';
}
