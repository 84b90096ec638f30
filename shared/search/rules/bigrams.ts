/** Scripts that are written without spaces: Han, kana, hangul, Thai and their neighbours. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]`;
/** A sign with the marks that stand on it. */
const SIGN = String.raw`${UNSPACED}[\p{M}\u0E33]*`;
const RUN = new RegExp(`(?:${SIGN})+`, 'gu');
const SIGNS = new RegExp(SIGN, 'gu');

/**
 * A text as it is indexed. Runs of unspaced scripts become their bigrams and their last sign, so that the tokenizer
 * finds words of two signs, and of one by its prefix: `会議室` is `会議 議室 室`. Everything else stays as it is.
 */
export const indexedText = (text: string): string =>
  inComposedForm(text).replace(RUN, (run) => ` ${bigramsOf(run, 'indexed').join(' ')} `);

/** The same text as it is looked for: a run of two signs and more without its last sign alone. */
export const queryText = (text: string): string =>
  inComposedForm(text).replace(RUN, (run) => ` ${bigramsOf(run, 'sought').join(' ')} `);

/** Whether a text ends in one sign that stands alone: it is found by its prefix. */
export const endsInSingleCharacter = (text: string): boolean => {
  const run = inComposedForm(text).match(RUN)?.at(-1);
  return run !== undefined && inComposedForm(text).endsWith(run) && charactersOf(run).length === 1;
};

const inComposedForm = (text: string): string => text.normalize('NFC');

const charactersOf = (run: string): readonly string[] => run.match(SIGNS) ?? [];

function bigramsOf(run: string, form: 'indexed' | 'sought'): readonly string[] {
  const signs = charactersOf(run);
  const pairs = signs.slice(1).map((sign, nth) => `${signs[nth]}${sign}`);
  return form === 'indexed' || signs.length === 1 ? [...pairs, ...signs.slice(-1)] : pairs;
}
