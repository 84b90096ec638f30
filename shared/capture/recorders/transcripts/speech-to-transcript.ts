import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import type { Segment, Speaker, Transcript, Word } from '#shared/meetings/results/rules/results';

/** What one person said without a break, as a recorder's transcript has it. Times are seconds of the recording. */
export interface Speech {
  /** Tells two speakers of one name apart. Null where the recorder names no speaker. */
  readonly speakerKey: string | null;
  readonly speakerName: string | null;
  /** The text with its punctuation; where it is null the words are joined. */
  readonly text: string | null;
  readonly confidence: number | null;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
}

/**
 * A transcript in the order of time: speakers `spk_1` … in the order in which they first speak, segments `seg_1` ….
 * Speech without text is left out.
 */
export function transcriptOf(language: string | null, speeches: readonly Speech[]): Transcript {
  const speakers = new Map<string, Speaker>();
  const inOrder = [...speeches].sort((a, b) => a.start - b.start);
  const segments = inOrder.flatMap((speech): Omit<Segment, 'id'>[] => {
    const text = (speech.text ?? joinWords(speech.words.map((word) => word.text))).trim();
    if (text === '') return [];
    const { start, end, confidence, words } = speech;
    return [{ speakerId: speakerOf(speech, speakers), start, end: Math.max(start, end), text, confidence, words }];
  });
  return {
    language,
    speakers: [...speakers.values()],
    segments: segments.map((segment, index) => ({ id: `seg_${index + 1}`, ...segment })),
  };
}

function speakerOf({ speakerKey, speakerName }: Speech, speakers: Map<string, Speaker>): string | null {
  if (speakerKey === null) return null;
  const known = speakers.get(speakerKey) ?? { id: `spk_${speakers.size + 1}`, name: speakerName };
  speakers.set(speakerKey, known);
  return known.id;
}
