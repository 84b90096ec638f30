/** Scripts that are written without spaces: Han, kana, hangul, Thai and their neighbours. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]`;
/** A character with its combining marks. */
const CHARACTER = String.raw`${UNSPACED}[\p{M}\u0E33]*`;
const RUN = new RegExp(`(?:${CHARACTER})+`, 'gu');
const CHARACTERS = new RegExp(CHARACTER, 'gu');

/**
 * A text as it is indexed. Runs of unspaced scripts become their bigrams and their last character, so that the
 * tokenizer finds words of two characters, and of one by its prefix: `会議室` is `会議 議室 室`. Everything else stays as it
 * is.
 */
export const indexedText = (text: string): string =>
  inComposedForm(text).replace(RUN, (run) => ` ${bigramsOf(run, 'indexed').join(' ')} `);

/** The same text as it is looked for: a run of two characters and more without its last character alone. */
export const queryText = (text: string): string =>
  inComposedForm(text).replace(RUN, (run) => ` ${bigramsOf(run, 'sought').join(' ')} `);

/** Whether a text ends in one character that stands alone: it is found by its prefix. */
export const endsInSingleCharacter = (text: string): boolean => {
  const run = inComposedForm(text).match(RUN)?.at(-1);
  return run !== undefined && inComposedForm(text).endsWith(run) && charactersOf(run).length === 1;
};

const inComposedForm = (text: string): string => text.normalize('NFC');

const charactersOf = (run: string): readonly string[] => run.match(CHARACTERS) ?? [];

function bigramsOf(run: string, form: 'indexed' | 'sought'): readonly string[] {
  const characters = charactersOf(run);
  const pairs = characters.slice(1).map((character, nth) => `${characters[nth]}${character}`);
  return form === 'indexed' || characters.length === 1 ? [...pairs, ...characters.slice(-1)] : pairs;
}
