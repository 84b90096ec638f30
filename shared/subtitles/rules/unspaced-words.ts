/** Scripts that put no space between words: Han, Kana, Thai, Lao, Khmer, Myanmar. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const OPENING = /^[\p{Ps}\p{Pi}]+$/u;
/** The dictionaries are chosen by script; the language makes no difference. */
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words of a text without spaces, each with its punctuation; together they are the text. A text in a script that
 * puts spaces between words is one.
 */
export function unspacedWords(text: string): readonly string[] {
  if (!WITHOUT_SPACES.test(text)) return [text];
  const parts: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of SEGMENTER.segment(text)) {
    if (OPENING.test(segment)) opening += segment;
    else if (isWordLike || parts.length === 0) {
      parts.push(opening + segment);
      opening = '';
    } else {
      parts.push(`${parts.pop() ?? ''}${opening}${segment}`);
      opening = '';
    }
  }
  if (opening !== '') parts.push((parts.pop() ?? '') + opening);
  return parts;
}
