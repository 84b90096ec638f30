/** Words of a language by what may stand after or before a break, in lower case. */
export interface LanguageWords {
  /** Articles, demonstratives, possessives: a noun follows. */
  readonly determiners: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  readonly conjunctions: ReadonlySet<string>;
  /** Pronouns that are subjects: a verb follows. */
  readonly pronouns: ReadonlySet<string>;
  /** Auxiliary verbs and negations. */
  readonly auxiliaries: ReadonlySet<string>;
  /** Forms of address before a name. */
  readonly titles: ReadonlySet<string>;
  /** Sounds of hesitation, which carry no meaning. */
  readonly hesitations: ReadonlySet<string>;
  /** Sounds that together are an answer or a call, though each alone is a hesitation: `uh huh`, `uh oh`. */
  readonly answers: ReadonlySet<string>;
  /** Filler phrases that may be left out where there is no time to read them, set off by a comma. */
  readonly fillerPhrases: ReadonlySet<string>;
  /** Words that are said twice in correct sentences, such as `had had`, or to say more, such as `no, no`. */
  readonly doubled: ReadonlySet<string>;
}

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' ').filter((word) => word !== ''));

const phrases = (words: string): ReadonlySet<string> =>
  new Set([...listed(words)].map((phrase) => phrase.replaceAll('_', ' ')));

/** Lists are written as words between spaces; a phrase of several words has underscores. */
export const languageWords = (lists: Readonly<Record<keyof LanguageWords, string>>): LanguageWords => ({
  determiners: listed(lists.determiners),
  prepositions: listed(lists.prepositions),
  conjunctions: listed(lists.conjunctions),
  pronouns: listed(lists.pronouns),
  auxiliaries: listed(lists.auxiliaries),
  titles: listed(lists.titles),
  hesitations: listed(lists.hesitations),
  answers: phrases(lists.answers),
  fillerPhrases: phrases(lists.fillerPhrases),
  doubled: listed(lists.doubled),
});
