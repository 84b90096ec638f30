import { isBreakForbidden } from './kinsoku.ts';

/** Scripts that put no space between words: Han, Kana, Thai, Lao, Khmer, Myanmar. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{sc=${script}}`)
  .join('');
const WITHOUT_SPACES = new RegExp(`[${SCRIPTS}]`, 'u');
const FULL_WIDTH_MARKS = '\\u3000-\\u303f\\uff01-\\uff60';
const LINE_BREAK_WITHIN = new RegExp(
  `(?<=[${SCRIPTS}${FULL_WIDTH_MARKS}])\\s*[\\r\\n]\\s*(?=[${SCRIPTS}${FULL_WIDTH_MARKS}])`,
  'gu',
);
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
  return unbroken(parts);
}

/** Parts between which a break is allowed. */
function unbroken(parts: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const text of parts) {
    const before = whole.at(-1);
    if (before !== undefined && isBreakForbidden({ text: before }, { text, isGlued: true }))
      whole[whole.length - 1] = before + text;
    else whole.push(text);
  }
  return whole;
}

/** A text without the line breaks in it that stand for nothing: those between characters of scripts without spaces. */
export const withoutLineBreaks = (text: string): string => text.replaceAll(LINE_BREAK_WITHIN, '');
