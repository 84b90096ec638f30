import type { Passage } from '#shared/texts/search/rules/searched-text';

/** The signs that the engine puts around what it finds. Passages have no private use characters. */
export const MARKS = { begin: '\u{E001}', end: '\u{E002}' } as const;
/** What was found may go on in the next passage. */
const FOUND = /\uE001([^\uE001\uE002]*)/g;

export interface Quote {
  readonly startSeconds: number;
  readonly speaker: string | null;
  readonly snippet: string;
}

/** A quote is continued until it is so long. */
const LONG_ENOUGH = 160;
const LONGEST = 320;

/**
 * The place of a text that has the most of what was found, the first of equal ones; the beginning where nothing was found
 * in what was said.
 */
export function quoteFrom(passages: readonly Passage[], markedBody: string | undefined): Quote {
  const nth = markedBody === undefined ? 0 : fullestLine(markedBody.split('\n'));
  const passage = passages[nth];
  if (!passage) return { startSeconds: 0, speaker: null, snippet: '' };
  const { startSeconds, speaker } = passage;
  return { startSeconds, speaker, snippet: continued(passages, nth) };
}

function fullestLine(lines: readonly string[]): number {
  const found = lines.map((line) => new Set([...line.matchAll(FOUND)].map(([, text = '']) => text.toLowerCase())).size);
  return found.indexOf(found.reduce((most, count) => Math.max(most, count), 0));
}

/** The passage with those after it that the same speaker says, while they fit. */
function continued(passages: readonly Passage[], from: number): string {
  let snippet = passages[from]?.text ?? '';
  for (const next of passages.slice(from + 1)) {
    const longer = `${snippet} ${next.text}`;
    if (snippet.length >= LONG_ENOUGH || longer.length > LONGEST || next.speaker !== passages[from]?.speaker) break;
    snippet = longer;
  }
  return snippet;
}
