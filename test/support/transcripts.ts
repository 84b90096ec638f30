import type { Segment, Speaker, Transcript, Word } from '#shared/meetings/results/rules/results';

/** What a speaker says in a built transcript: `['Ada', 'I will write it down.']`; a null name is an unknown speaker. */
export type Line = readonly [name: string | null, text: string];

/** Each line takes as many seconds as it has words, one after the other, without a pause; every word is timed. */
export function aTranscript(lines: readonly Line[], changes: Partial<Transcript> = {}): Transcript {
  const names = [...new Set(lines.flatMap(([name]) => (name === null ? [] : [name])))];
  const speakers = names.map((name, index) => aSpeaker({ id: `spk_${index + 1}`, name }));
  let start = 0;
  const segments = lines.map(([name, text], index) => {
    const speakerId = speakers.find((speaker) => speaker.name === name)?.id ?? null;
    const words = wordsOf(text, start);
    const segment = aSegment({ id: `seg_${index + 1}`, speakerId, start, end: start + words.length, text, words });
    start = segment.end;
    return segment;
  });
  return { language: 'en', speakers, segments, ...changes };
}

export const aTranscriptWithoutSpeech = (): Transcript => ({ language: null, speakers: [], segments: [] });

export const aSpeaker = (changes: Partial<Speaker> = {}): Speaker => ({ id: 'spk_1', name: 'Ada', ...changes });

export const aSegment = (changes: Partial<Segment> = {}): Segment => ({
  id: 'seg_1',
  speakerId: 'spk_1',
  start: 0,
  end: 2,
  text: 'Good morning.',
  confidence: null,
  words: [],
  ...changes,
});

const wordsOf = (text: string, from: number): Word[] =>
  text.split(' ').map((word, index) => ({ text: word, start: from + index, end: from + index + 1, confidence: null }));
