import { Lexer } from 'marked';

/** Far longer than a summary. */
const MAX_CHARACTERS = 20_000;
const MAX_LINES = 1_000;
/** Characters of one paragraph: a parser needs quadratic time for emphasis and brackets that are never closed. */
const MAX_PARAGRAPH = 2_000;
/** Runs of characters that may begin or end emphasis, code, a link or HTML, in one paragraph. */
const MAX_RUNS = 200;
/** Levels of quotes and lists that open on one line, and spaces that a nested list is indented by. */
const MAX_NESTING = 10;
const MAX_INDENT = 40;

const MARKER = /(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*/y;
const RUN = /[*_~`[\]<!]+/g;

/**
 * Whether a parser needs no more than a few milliseconds for the Markdown. One pass over the lines, then the parser's own
 * pass over the blocks: which lines are one paragraph, also in quotes and lists, is what the parser makes of them.
 */
export function isWithinBounds(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  const lines = text.split(/\r\n?|\n/);
  return lines.length <= MAX_LINES && !lines.some(isNestedTooDeep) && paragraphsIn(lines).every(isShort);
}

/** The texts in which the parser would look for emphasis, code and links: paragraphs, headings, items and cells. */
function paragraphsIn(lines: readonly string[]): readonly string[] {
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(lines.join('\n'), lexer.tokens);
  return lexer.inlineQueue.map(({ src }) => src);
}

const isShort = (paragraph: string): boolean =>
  paragraph.length <= MAX_PARAGRAPH && (paragraph.match(RUN)?.length ?? 0) <= MAX_RUNS;

function isNestedTooDeep(line: string): boolean {
  let at = line.length - line.trimStart().length;
  if (at > MAX_INDENT) return true;
  for (let level = 0; level <= MAX_NESTING; level += 1) {
    MARKER.lastIndex = at;
    if (!MARKER.test(line)) return false;
    at = MARKER.lastIndex;
  }
  return true;
}
