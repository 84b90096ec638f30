import type { Segment, Word } from '#shared/meetings/results/rules/results';

/** Pairs of words that are compared at most; beyond them only what is the same at both ends keeps its times. */
const MOST_COMPARED = 40_000;

/**
 * The words of a segment whose text has changed. Words that were there before keep their times where those lie within
 * the segment, in order (the longest common subsequence); the words between two of them share the time between them by
 * their length.
 */
export function wordsOf(
  { text, start, end }: Pick<Segment, 'text' | 'start' | 'end'>,
  before: readonly Word[],
): Word[] {
  const texts = text.split(/\s+/).filter((word) => word !== '');
  const inside = before.filter((word) => word.start >= start && word.end <= end);
  if (inside.length === 0) return [];
  const kept = matched(texts, inside);
  const words: Word[] = [];
  for (let at = 0; at < texts.length; at = words.length) {
    const word = kept[at];
    if (word) words.push(word);
    else {
      const next = nextKept(kept, at);
      const span = { start: words.at(-1)?.end ?? start, end: kept[next]?.start ?? end };
      words.push(...sharing(texts.slice(at, next), span));
    }
  }
  return words;
}

/** By place in `texts`: the word from before that stands there, if any. */
function matched(texts: readonly string[], before: readonly Word[]): readonly (Word | undefined)[] {
  const kept: (Word | undefined)[] = texts.map(() => undefined);
  let head = 0;
  while (head < texts.length && head < before.length && texts[head] === before[head]?.text) {
    kept[head] = before[head];
    head += 1;
  }
  let tail = 0;
  const most = Math.min(texts.length, before.length) - head;
  while (tail < most && texts.at(-1 - tail) === before.at(-1 - tail)?.text) {
    kept[texts.length - 1 - tail] = before.at(-1 - tail);
    tail += 1;
  }
  const middle = { texts: texts.slice(head, texts.length - tail), words: before.slice(head, before.length - tail) };
  if (middle.texts.length * middle.words.length <= MOST_COMPARED)
    for (const [at, word] of commonSubsequence(middle.texts, middle.words)) kept[head + at] = word;
  return kept;
}

/** The longest common subsequence: places in `texts` with the words they match. */
function commonSubsequence(texts: readonly string[], words: readonly Word[]): (readonly [number, Word])[] {
  const width = words.length + 1;
  const lengths = new Uint32Array((texts.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = texts.length - 1; row >= 0; row -= 1)
    for (let column = words.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        texts[row] === words[column]?.text
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const pairs: (readonly [number, Word])[] = [];
  for (let row = 0, column = 0; row < texts.length && column < words.length; ) {
    const word = words[column];
    if (word && texts[row] === word.text) {
      pairs.push([row, word]);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function nextKept(kept: readonly (Word | undefined)[], from: number): number {
  let at = from;
  while (at < kept.length && !kept[at]) at += 1;
  return at;
}

/** New words that share a span of time by their characters. */
export function sharing(
  texts: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): Word[] {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const span = Math.max(0, end - start);
  let before = 0;
  return texts.map((text) => {
    const from = rounded(start + (span * before) / characters);
    before += text.length;
    return { text, start: from, end: rounded(start + (span * before) / characters), confidence: null };
  });
}

/** To the millisecond. */
const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
