import type { Token } from './token.ts';

/**
 * What stands at the start of no line in Chinese, Japanese and Korean (JIS X 4051, GB/T 15834): closing brackets and
 * marks, small kana, and signs that repeat or lengthen what is before them.
 */
const NO_LINE_START =
  /^[\p{Pe}、。，．・：；？！‼⁇⁈⁉〜゠ゝゞヽヾー々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ％‰‱℃°｡､･ｧ-ｰﾞﾟ…‥]/u;

/** Opening brackets, and signs before an amount, stand at the end of none. */
const NO_LINE_END = /[\p{Ps}￥￦＄￡＃№]$/u;

/** Marks that a space separates from their word, as in `Bonjour !`; quotation marks stand so in French alone. */
const SPACED_END = /^[!?.,;:%»›]+$/;
const SPACED_START = /^(?:[«‹¿¡]|\p{Sc})$/u;

/** Of texts without spaces: quotation marks, whose sides differ by language elsewhere. */
const CLOSING_QUOTE = /^[’”〞〟]/;
const OPENING_QUOTE = /[‘“〝]$/;

/** `GPT-4`, `3.5` and a URL among Chinese characters stay whole. */
const ENDS_LATIN = /[\p{sc=Latin}\p{N}\x21-\x7e]$/u;
const STARTS_LATIN = /^[\p{sc=Latin}\p{N}\x21-\x7e]/u;
const ENDS_CLAUSE = /[,;:!?)\]}]$/;

/** `……` and `——` are one sign of two characters. */
const ENDS_DOUBLE = /[…‥—―]$/;
const STARTS_DOUBLE = /^[…‥—―]/;

/**
 * Whether no line and no subtitle may end between two tokens, whatever their language is: the rules that are called kinsoku in
 * Japanese.
 */
export function isBreakForbidden(
  { text: before }: Pick<Token, 'text'>,
  after: Pick<Token, 'text' | 'isGlued'>,
): boolean {
  const { text, isGlued } = after;
  if (NO_LINE_START.test(text) || NO_LINE_END.test(before)) return true;
  if (SPACED_END.test(text) || SPACED_START.test(before)) return true;
  return isGlued && isOneSign(before, text);
}

const isOneSign = (before: string, after: string): boolean =>
  CLOSING_QUOTE.test(after) ||
  OPENING_QUOTE.test(before) ||
  (ENDS_DOUBLE.test(before) && STARTS_DOUBLE.test(after)) ||
  (ENDS_LATIN.test(before) && STARTS_LATIN.test(after) && !ENDS_CLAUSE.test(before));
