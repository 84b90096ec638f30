import { english, german } from './germanic.ts';
import { type LanguageWords, languageWords } from './language-words.ts';
import { french, italian, portuguese, spanish } from './romance.ts';

const NO_WORDS = languageWords({
  determiners: '',
  prepositions: '',
  conjunctions: '',
  pronouns: '',
  auxiliaries: '',
  titles: '',
  hesitations: '',
  answers: '',
  fillerPhrases: '',
  doubled: '',
});

const BY_LANGUAGE: ReadonlyMap<string, LanguageWords> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['pt', portuguese],
]);

/** Words of a language by its tag, `en-GB` as `en`; none for a language without lists, where punctuation and pauses decide. */
export const wordsFor = (language: string | null): LanguageWords =>
  BY_LANGUAGE.get((language ?? '').toLowerCase().split('-', 1)[0] ?? '') ?? NO_WORDS;
