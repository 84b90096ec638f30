import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import { cleanUp } from './clean-up.ts';
import { withCapitals } from './grammar.ts';
import type { LanguageWords } from './languages/language-words.ts';
import { wordsFor } from './languages/words-for.ts';
import type { SubtitleStyle } from './style.ts';
import { timedWords } from './timed-words.ts';
import { endsSentence, normalizedWord, type Token, textOf, wordsIn } from './token.ts';

/** What a style says of a text that has no lines and no cues. */
type TextRules = Pick<SubtitleStyle, 'isVerbatim' | 'fixGrammar' | 'notationTags'>;

/**
 * A recognized transcript without what the style leaves out, segment by segment: a repeat over two segments stays.
 * Segments keep their times, and the words that are left keep theirs to the millisecond. A segment without words is left
 * out, and so is a speaker without segments.
 */
export function cleanTranscript(transcript: Transcript, rules: TextRules): Transcript {
  const { language } = transcript;
  const words = wordsFor(language);
  const said = transcript.segments.flatMap((segment) => cleaned(segment, rules, words));
  const segments = said.map((one, index) => {
    const startsTurn = beginsSentence(said[index - 1], one, words);
    return written(one, rules.fixGrammar ? withCapitals(one.tokens, { language, words, startsTurn }) : one.tokens);
  });
  const heard = new Set(segments.map(({ speakerId }) => speakerId));
  return { language, speakers: transcript.speakers.filter(({ id }) => heard.has(id)), segments };
}

interface Said {
  readonly segment: Segment;
  /** As it was recognized. */
  readonly recognized: readonly Token[];
  /** What is left of it, at least one. */
  readonly tokens: readonly Token[];
}

function cleaned(segment: Segment, { isVerbatim, notationTags }: TextRules, words: LanguageWords): readonly Said[] {
  const recognized = timedWords(segment);
  const tokens = cleanUp(recognized, { isVerbatim, notationTags, sdh: false }, words);
  return tokens.length === 0 ? [] : [{ segment, recognized, tokens }];
}

/** Engines also part segments where a speaker pauses within a sentence. */
function beginsSentence(before: Said | undefined, { segment }: Said, words: LanguageWords): boolean {
  const last = before?.tokens.at(-1);
  if (!last || before?.segment.speakerId !== segment.speakerId) return true;
  return endsSentence(last) && !words.titles.has(normalizedWord(last));
}

/** A segment whose text is the same stays as it was recognized. */
function written({ segment, recognized }: Said, tokens: readonly Token[]): Segment {
  const isSame =
    tokens.length === recognized.length && tokens.every(({ text }, index) => text === recognized[index]?.text);
  return isSame ? segment : { ...segment, text: textOf(tokens), words: wordsIn(tokens) };
}
