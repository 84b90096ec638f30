import { isUtf8 } from 'node:buffer';
import type { FeedFile } from '#shared/calendars/feeds/ports';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * The text of a file, in the charset of its byte order mark, else of its server, else in UTF-8. Lines are folded by bytes
 * (RFC 5545 §3.1), so that a fold may lie within a character: it is moved behind it. Lines that are no UTF-8 are
 * Windows-1252, which undeclared ones are as a rule. Control characters are left out.
 */
export function textOf({ bytes, charset }: FeedFile): string {
  const label = labelOf(bytes, charset);
  const text = label === undefined ? textInUtf8(bytes) : new TextDecoder(label).decode(bytes);
  const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  return lines.replace(CONTROL_CHARACTERS, '');
}

/** All but tabs and line ends: a NUL ends the text for some readers, and means nothing in a calendar. */
const CONTROL_CHARACTERS = /(?![\t\n\r])\p{Cc}/gu;

/** Undefined for UTF-8, whatever the server says of a file that is UTF-8: many name the charset of their pages. */
function labelOf(bytes: Uint8Array, charset: string | null): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  const encoding = charset === null ? undefined : encodingOf(charset);
  // What begins with a readable byte and no NUL is none of two bytes a character.
  return encoding === undefined || ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'].includes(encoding)
    ? undefined
    : encoding;
}

function encodingOf(charset: string): string | undefined {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

function textInUtf8(bytes: Uint8Array): string {
  const mended = withWholeCharacters(bytes);
  return isUtf8(mended) ? new TextDecoder().decode(mended) : lineByLine(mended).replace(/^\uFEFF/, '');
}

/** Each line by itself: one that holds characters of UTF-8 besides is UTF-8 with a fault. */
function lineByLine(bytes: Uint8Array): string {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  const western = new TextDecoder('windows-1252');
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from);
    const to = end === -1 ? bytes.length : end + 1;
    const line = bytes.subarray(from, to);
    const text = lenient.decode(line);
    pieces.push(isUtf8(line) || /[^\p{ASCII}\uFFFD]/u.test(text) ? text : western.decode(line));
    from = to;
  }
  return pieces.join('');
}

/** Folds within a character of UTF-8 are moved behind it: every line keeps its number. */
function withWholeCharacters(bytes: Uint8Array): Uint8Array {
  const mended = bytes.slice();
  for (let at = mended.indexOf(LF); at !== -1; at = mended.indexOf(LF, at + 1)) {
    if (!isFold(mended, at) || !isContinuation(mended[at + 2])) continue;
    const from = mended[at - 1] === CR ? at - 1 : at;
    const { folds, rest, to } = splitCharacter(mended, from);
    mended.set([...rest, ...folds], from);
    at = to - 1;
  }
  return mended;
}

/** The folds and the bytes of one character, from the first fold within it. A character has three bytes behind its first. */
function splitCharacter(bytes: Uint8Array, from: number) {
  const folds: number[] = [];
  const rest: number[] = [];
  let to = from;
  for (;;) {
    const length = foldLength(bytes, to);
    if (rest.length === MOST_CONTINUATIONS) break;
    if (length > 0 && isContinuation(bytes[to + length])) {
      folds.push(...bytes.subarray(to, to + length));
      to += length;
    } else if (isContinuation(bytes[to])) {
      rest.push(bytes[to] ?? 0);
      to += 1;
    } else break;
  }
  return { folds, rest, to };
}

const MOST_CONTINUATIONS = 3;

/** Of the line end and the blank behind it; 0 where there is no fold. */
function foldLength(bytes: Uint8Array, at: number): number {
  const lineEnd = bytes[at] === CR ? at + 1 : at;
  return isFold(bytes, lineEnd) ? lineEnd + 2 - at : 0;
}

const isFold = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === LF && (bytes[at + 1] === SPACE || bytes[at + 1] === TAB);

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;
