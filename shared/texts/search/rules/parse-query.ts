import { endsInSingleCharacter, queryText } from '#shared/texts/search/rules/bigrams';

/** What is looked for: a word, the beginning of one, or words that follow each other. */
export interface Term {
  /** As it is given to the engine, which divides it into tokens. It has a letter or a digit. */
  readonly text: string;
  /** Its last token may go on. */
  readonly isPrefix: boolean;
  /** It was quoted: a text without it is no hit. */
  readonly isRequired: boolean;
}

/** Characters of a query. */
export const LONGEST_QUERY = 300;
/** Further terms are left out. */
export const MOST_TERMS = 16;
/** Terms of a query that may go on: each is looked up among all words of a text that begin so. */
export const MOST_PREFIXES = 8;
const LONGEST_TERM = 100;

const SEARCHED = /[\p{L}\p{N}]/u;
const QUOTES = new Set(['"', '“', '”', '„', '«', '»']);

/**
 * The terms of a query as a person writes it: words, "phrases" and the beginnings of words (`word*`). There is no other
 * syntax, so that no query is wrong: signs that are none of these are read as the space between words. Reads each
 * character once.
 */
export function parseQuery(query: string): readonly Term[] {
  const terms: Term[] = [];
  let isQuoted = false;
  let begun = '';
  const end = () => {
    const term = termOf(begun, isQuoted);
    if (term && terms.length < MOST_TERMS && !terms.some((one) => isSameTerm(one, term))) terms.push(term);
    begun = '';
  };
  for (const character of query.toWellFormed()) {
    if (QUOTES.has(character)) {
      end();
      isQuoted = !isQuoted;
    } else if (!isQuoted && /\s/u.test(character)) end();
    else begun += character;
  }
  // A quote that is not closed quotes nothing.
  if (isQuoted) {
    const rest = begun;
    begun = '';
    isQuoted = false;
    for (const word of rest.split(/\s+/u)) {
      begun = word;
      end();
    }
  } else end();
  return terms;
}

/** Whether a query asks for more beginnings of words than are looked for. Left out, or as whole words, they would find others. */
export const hasManyPrefixes = (query: string): boolean =>
  parseQuery(query).filter(({ isPrefix }) => isPrefix).length > MOST_PREFIXES;

/** What is wrong with such a query, behind its name. */
export const TOO_MANY_PREFIXES = `must have at most ${MOST_PREFIXES} beginnings of words: words with *, and single characters of scripts without spaces.`;

function termOf(written: string, isRequired: boolean): Term | undefined {
  const text = [...written]
    .slice(0, LONGEST_TERM)
    .join('')
    .replace(/[\p{Cc}\p{Co}*]+/gu, ' ')
    .trim();
  if (!SEARCHED.test(text)) return undefined;
  const isPrefix = (!isRequired && written.endsWith('*')) || endsInSingleCharacter(text);
  return { text: queryText(text).trim().replace(/\s+/gu, ' '), isPrefix, isRequired };
}

const isSameTerm = (one: Term, other: Term): boolean =>
  one.text.toLowerCase() === other.text.toLowerCase() && one.isPrefix === other.isPrefix;

/** The expression by which FTS5 finds a term: a string, in which nothing is an operator. */
export const expressionOf = ({ text, isPrefix }: Pick<Term, 'text' | 'isPrefix'>): string =>
  `"${text.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`;
