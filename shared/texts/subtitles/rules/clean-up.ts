import type { LanguageWords } from './languages/language-words.ts';
import type { SubtitleStyle } from './style.ts';
import { endsClause, endsSentence, normalizedWord, type Token } from './token.ts';
import { withoutTokens } from './without-tokens.ts';

type Shown = Pick<SubtitleStyle, 'isVerbatim' | 'notationTags' | 'sdh'>;

/** What the style does not show: tags of sounds, and fillers, false starts and repeats unless it is verbatim. */
export function cleanUp(tokens: readonly Token[], style: Shown, words: LanguageWords): readonly Token[] {
  const spoken = style.notationTags || style.sdh ? tokens : withoutTokens(tokens, tagsIn(tokens));
  if (style.isVerbatim) return spoken;
  const fluent = withoutTokens(
    spoken,
    indexesOf(spoken, (_, index) => isHesitation(spoken, index, words)),
  );
  const complete = withoutTokens(
    fluent,
    indexesOf(fluent, (_, index) => isFalseStart(fluent, index)),
  );
  return withoutTokens(complete, repeatsIn(complete, words));
}

/** The tokens without filler phrases such as `you know,`: for speech that is too fast to be read. */
export function withoutFillerPhrases(tokens: readonly Token[], words: LanguageWords): readonly Token[] {
  const dropped = new Set<number>();
  for (let from = 0; from < tokens.length; from += 1) {
    const before = tokens[from - 1];
    if (before && !endsClause(before) && !endsSentence(before)) continue;
    for (const length of [3, 2, 1]) {
      const aside = tokens.slice(from, from + length);
      const last = aside.at(-1);
      if (!last || !endsClause(last) || !words.fillerPhrases.has(aside.map(normalizedWord).join(' '))) continue;
      for (let index = from; index < from + aside.length; index += 1) dropped.add(index);
      break;
    }
  }
  return dropped.size === tokens.length ? tokens : withoutTokens(tokens, dropped);
}

const indexesOf = (tokens: readonly Token[], isDropped: (token: Token, index: number) => boolean) =>
  new Set(tokens.flatMap((token, index) => (isDropped(token, index) ? [index] : [])));

function isHesitation(tokens: readonly Token[], index: number, words: LanguageWords): boolean {
  const token = tokens[index];
  if (!token || !words.hesitations.has(normalizedWord(token))) return false;
  return !isAnswer(tokens, index, words) && !isAnswer(tokens, index - 1, words);
}

/** Whether a word and the next are an answer such as `uh huh`; `uh, huh` is two hesitations. */
function isAnswer(tokens: readonly Token[], index: number, words: LanguageWords): boolean {
  const [first, second] = [tokens[index], tokens[index + 1]];
  if (!first || !second || endsClause(first) || endsSentence(first)) return false;
  const [one, other] = [normalizedWord(first), normalizedWord(second)];
  if (!words.answers.has(`${one} ${other}`)) return false;
  // `uh uh` is no alone, and a hesitation within a sentence.
  const before = tokens[index - 1];
  return one !== other || ((!before || endsSentence(before)) && (endsSentence(second) || index + 2 === tokens.length));
}

/** `[door closes]` has this many words at most; a bracket that is not closed by then is text. */
const LONGEST_TAG = 8;

function tagsIn(tokens: readonly Token[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  tokens.forEach(({ text }, from) => {
    if (!text.startsWith('[')) return;
    const length = tokens.slice(from, from + LONGEST_TAG).findIndex((token) => normalizedWord(token).endsWith(']'));
    for (let index = from; index <= from + length; index += 1) dropped.add(index);
  });
  return dropped;
}

const CUT_OFF = /^(\p{L}+)(?:-{1,2}|–|—)$/u;

/** `w-` before `we will`, and before `I will` in `I w- I will`; not `pre-` in `pre- and post-launch`. */
function isFalseStart(tokens: readonly Token[], index: number): boolean {
  const begun = CUT_OFF.exec(tokens[index]?.text ?? '')?.[1]?.toLowerCase();
  if (begun === undefined) return false;
  return tokens.slice(index + 1, index + 3).some((next) => normalizedWord(next).startsWith(begun));
}

const LONGEST_REPEAT = 3;

/** The first of two equal phrases, `we should we should`, with a word that is not repeated for emphasis, as `very` is. */
function repeatsIn(tokens: readonly Token[], words: LanguageWords): ReadonlySet<number> {
  const dropped = new Set<number>();
  for (let from = 0; from < tokens.length; from += 1) {
    const length = repeatAt(tokens, from, words);
    for (let index = from; index < from + length; index += 1) dropped.add(index);
    from += Math.max(0, length - 1);
  }
  return dropped;
}

/** How many words are said again right after; 0 for none. */
function repeatAt(tokens: readonly Token[], from: number, words: LanguageWords): number {
  for (let length = LONGEST_REPEAT; length > 0; length -= 1) {
    const first = tokens.slice(from, from + length);
    const second = tokens.slice(from + length, from + 2 * length);
    const isRepeat =
      second.length === length &&
      first.every(
        (token, index) => normalizedWord(token) === normalizedWord(second[index] ?? token) && !endsSentence(token),
      ) &&
      first.some((token) => isFunctionWord(normalizedWord(token), words)) &&
      !first.every((token) => words.doubled.has(normalizedWord(token)));
    if (isRepeat) return length;
  }
  return 0;
}

const isFunctionWord = (word: string, words: LanguageWords): boolean =>
  words.determiners.has(word) ||
  words.prepositions.has(word) ||
  words.conjunctions.has(word) ||
  words.pronouns.has(word);
