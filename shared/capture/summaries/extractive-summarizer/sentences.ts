import type { Segment, Transcript } from '#shared/meetings/results/rules/results';

export interface Sentence {
  readonly text: string;
  readonly speakerName: string | null;
  /** Seconds from the recording's start: of its first word where words are timed, else of its segment. */
  readonly start: number;
  /** The words for comparing sentences: in lower case, each once, without short words of European languages. */
  readonly terms: readonly string[];
}

/** Bounds the cost of a transcript without full stops, which is one long sentence. */
const MAX_TERMS = 60;

/** Short words such as `I`, `will`, `und`, `que` are mostly function words in alphabetic scripts. */
const SHORT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,4}$/u;

/** The sentences of a transcript. A segment without full stops is one sentence. */
export function sentencesOf({ language, speakers, segments }: Transcript): Sentence[] {
  const locale = Intl.Segmenter.supportedLocalesOf(isTag(language) ? [language] : []);
  const cutter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const wordCutter = new Intl.Segmenter(locale, { granularity: 'word' });
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  return segments.flatMap((segment) => {
    const speakerName = segment.speakerId === null ? null : (names.get(segment.speakerId) ?? null);
    return cut(segment, cutter).map(({ text, start }) => ({
      text,
      start,
      speakerName,
      terms: termsOf(text, wordCutter),
    }));
  });
}

function isTag(language: string | null): language is string {
  return language !== null && /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/.test(language);
}

function cut(segment: Segment, cutter: Intl.Segmenter): { text: string; start: number }[] {
  const said = wordsOf(segment.text);
  const isTimed = said.length === segment.words.length;
  let wordsBefore = 0;
  return [...cutter.segment(said.join(' '))].map(({ segment: written }) => {
    const text = written.trim();
    const start = (isTimed ? segment.words[wordsBefore]?.start : undefined) ?? segment.start;
    wordsBefore += wordsOf(text).length;
    return { text, start };
  });
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function termsOf(text: string, cutter: Intl.Segmenter): string[] {
  const terms = new Set<string>();
  for (const { segment, isWordLike } of cutter.segment(text)) {
    if (isWordLike && !SHORT.test(segment)) terms.add(segment.toLowerCase());
    if (terms.size === MAX_TERMS) break;
  }
  return [...terms];
}
