import type { LanguageWords } from './languages/language-words.ts';
import { endsSentence, normalizedWord, type Token } from './token.ts';
import { capitalized } from './without-tokens.ts';

/** `iPhone` and `eBay` keep their form at the start of a sentence. */
const OWN_FORM = /\p{Ll}\p{Lu}/u;
const FIRST_PERSON = /^i(?=$|['’.,;:?!…])/;

/** Capital letters at the start of the turn and of each sentence, and of the English `I`. */
export function withCapitals(
  tokens: readonly Token[],
  { language, words, startsTurn }: { language: string | null; words: LanguageWords; startsTurn: boolean },
): readonly Token[] {
  const isEnglish = /^en(?:-|$)/i.test(language ?? '');
  return tokens.map((token, index) => {
    const before = tokens[index - 1];
    const startsSentence = before ? endsSentence(before) && !words.titles.has(normalizedWord(before)) : startsTurn;
    if (startsSentence && !OWN_FORM.test(token.text)) return capitalized(token);
    return isEnglish ? { ...token, text: token.text.replace(FIRST_PERSON, 'I') } : token;
  });
}
