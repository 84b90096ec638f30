/** A placeholder, or spaces, or a word with its punctuation, or any other character. */
const ATOM = /⟦\d+⟧|__\d+__|\s+|[^\s⟦_。！？、，।]+|./gu;

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A part of a text, and whether a space was between it and the next. */
export interface TextPart {
  readonly text: string;
  readonly spaceAfter: boolean;
}

/**
 * A text in parts of at most so many bytes in UTF-8, after a sentence where one ends in the second half of a part. No
 * placeholder is cut, nor a word that fits.
 */
export function splitText(text: string, bytes: number): readonly TextPart[] {
  if (bytesOf(text) <= bytes) return [{ text, spaceAfter: false }];
  const atoms = (text.match(ATOM) ?? []).flatMap((atom) => cutTo(atom, bytes));
  const parts: TextPart[] = [];
  let part: string[] = [];
  let size = 0;
  for (const atom of atoms) {
    const length = bytesOf(atom);
    while (size + length > bytes && part.length > 0) {
      const [kept, left] = atLastSentence(part, bytes);
      parts.push(partOf(kept, left[0] ?? atom));
      part = [...left];
      size = bytesOf(part.join(''));
    }
    part.push(atom);
    size += length;
  }
  return [...parts, partOf(part, undefined)].filter((each) => each.text !== '');
}

export const joinParts = (parts: readonly TextPart[]): string =>
  parts
    .map(({ text, spaceAfter }, position) => (spaceAfter && position < parts.length - 1 ? `${text} ` : text))
    .join('');

function partOf(atoms: readonly string[], next: string | undefined): TextPart {
  const text = atoms.join('');
  return { text: text.trim(), spaceAfter: /\s$/.test(text) || /^\s/.test(next ?? '') };
}

function atLastSentence(atoms: readonly string[], bytes: number): readonly [readonly string[], readonly string[]] {
  const end = atoms.findLastIndex((atom) => /[.!?。！？।]$/.test(atom)) + 1;
  const sentences = atoms.slice(0, end);
  return bytesOf(sentences.join('')) * 2 > bytes ? [sentences, atoms.slice(end)] : [atoms, []];
}

/** A word without an end is cut between characters. */
function cutTo(atom: string, bytes: number): readonly string[] {
  if (bytesOf(atom) <= bytes) return [atom];
  const pieces: string[] = [''];
  let size = 0;
  for (const character of atom) {
    const length = bytesOf(character);
    if (size + length > bytes) {
      pieces.push('');
      size = 0;
    }
    pieces[pieces.length - 1] += character;
    size += length;
  }
  return pieces;
}
