/** One property of a file. */
export interface ContentLine {
  /** In capitals; empty where the line has no name. */
  readonly name: string;
  /** Unfolded (RFC 5545 §3.1), without its line end. */
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
  /** How many lines of the file it takes. */
  readonly lines: number;
}

/** The properties of a file, in their order; blank lines are none. */
export function* contentLinesIn(text: string): Generator<ContentLine> {
  let line = 1;
  for (let from = 0; from < text.length; ) {
    const { property, lines, to } = unfolded(text, from);
    if (property.trim() !== '') yield { name: nameOf(property), text: property.trimStart(), line, lines };
    line += lines;
    from = to;
  }
}

/** The property that begins there, how many lines it takes, and where the next one begins. */
function unfolded(text: string, from: number) {
  const pieces: string[] = [];
  let lines = 0;
  let to = from;
  do {
    const end = lineEnd(text, to);
    pieces.push(text.slice(pieces.length === 0 ? to : to + 1, contentEnd(text, to, end)));
    lines += 1;
    to = end;
    // Some programs end each line twice, folded ones too.
    const behind = pieces.length === 1 && pieces[0] === '' ? to : blankLinesEnd(text, to);
    if (behind > to && isFold(text, behind)) {
      lines += lineEndsIn(text, to, behind);
      to = behind;
    }
  } while (isFold(text, to));
  return { property: pieces.join(''), lines, to };
}

/** In capitals; a name ends before a colon or a semicolon. */
const nameOf = (property: string): string => (NAME.exec(property)?.[1] ?? '').toUpperCase();
const NAME = /^\s{0,9}([A-Za-z0-9_.-]{1,60})\s{0,9}[;:]/;

function blankLinesEnd(text: string, from: number): number {
  let to = from;
  for (let at = from; text[at] === '\r' || text[at] === '\n'; at += 1) if (text[at] === '\n') to = at + 1;
  return to;
}

function lineEndsIn(text: string, from: number, to: number): number {
  let ends = 0;
  for (let at = from; at < to; at += 1) if (text[at] === '\n') ends += 1;
  return ends;
}

const isFold = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

function contentEnd(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && (text[to - 1] === '\n' || text[to - 1] === '\r')) to -= 1;
  return to;
}

/** The value of a property: what stands behind the first colon outside quotation marks. */
export const valueIn = ({ text }: Pick<ContentLine, 'text'>): string => text.slice(valueAt(text));

function valueAt(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ':' && !isQuoted) return at + 1;
  }
  // A quotation mark that is never closed.
  return text.indexOf(':') + 1;
}
