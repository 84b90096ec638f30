import { isBreakForbidden } from './kinsoku.ts';
import type { LanguageWords } from './languages/language-words.ts';
import { endsClause, endsSentence, normalizedWord, type Token } from './token.ts';

const COST = {
  sentence: 0,
  clause: 10,
  pause: 15,
  beforeConjunction: 20,
  beforePreposition: 30,
  anywhere: 50,
  afterAuxiliary: 110,
  afterPronoun: 120,
  afterConjunction: 140,
  withinName: 150,
  afterPreposition: 160,
  afterNumber: 180,
  afterDeterminer: 200,
  /** More than all others of a text together: such a break is made where there is no other. */
  forbidden: 1_000_000,
} as const;

const LONG_PAUSE_MS = 500;
const NUMBER = /^[\p{Sc}]?\p{N}[\p{N}.,:]*$/u;
const CAPITAL = /^\p{Lu}/u;

/**
 * What it costs to break between two words, from 0 at the end of a sentence to 200 between an article and its noun. The
 * order is of the guides of Netflix and the BBC: after punctuation, before conjunctions, before prepositions; never
 * within a noun phrase, a name, a number with its unit, or between a subject and its verb.
 */
export function breakCost(before: Token, after: Token, words: LanguageWords): number {
  if (isBreakForbidden(before, after)) return COST.forbidden;
  const word = normalizedWord(before);
  if (words.titles.has(word)) return COST.withinName;
  if (endsSentence(before)) return COST.sentence;
  if (endsClause(before)) return COST.clause;
  if (words.answers.has(`${word} ${normalizedWord(after)}`)) return COST.withinName;
  const bound = boundCost(word, before, after, words);
  if (bound !== undefined) return bound;
  if (after.startMs - before.endMs >= LONG_PAUSE_MS) return COST.pause;
  const next = normalizedWord(after);
  if (words.conjunctions.has(next)) return COST.beforeConjunction;
  return words.prepositions.has(next) ? COST.beforePreposition : COST.anywhere;
}

/** The cost after a word that binds what follows; undefined after any other. */
function boundCost(word: string, before: Token, after: Token, words: LanguageWords): number | undefined {
  if (words.determiners.has(word)) return COST.afterDeterminer;
  if (NUMBER.test(word)) return COST.afterNumber;
  if (words.prepositions.has(word)) return COST.afterPreposition;
  if (words.conjunctions.has(word)) return COST.afterConjunction;
  if (words.pronouns.has(word)) return COST.afterPronoun;
  if (words.auxiliaries.has(word)) return COST.afterAuxiliary;
  return CAPITAL.test(before.text) && CAPITAL.test(after.text) ? COST.withinName : undefined;
}

/** The cost of a break before each token of a run; none before the first. */
export const breakCosts = (tokens: readonly Token[], words: LanguageWords): readonly number[] =>
  tokens.map((token, index) => {
    const before = tokens[index - 1];
    return before ? breakCost(before, token, words) : 0;
  });
