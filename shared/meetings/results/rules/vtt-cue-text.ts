import type { Word } from '#shared/meetings/results/rules/results';
import { millisecondsIn } from '#shared/meetings/results/rules/vtt-time';

/** A cue's frame, in milliseconds. */
export interface Frame {
  readonly from: number;
  readonly to: number;
}

/** What one voice says inside one cue. Words are there only where all of it carries times of its own. */
export interface Passage {
  readonly voice: string | null;
  readonly text: string;
  readonly words: readonly Word[];
}

/** Text between two tags. */
interface Piece {
  readonly voice: string | null;
  readonly text: string;
  /** How many time stamps came before it in the cue: without any, it has no time but the cue's. */
  readonly stamps: number;
}

interface Reading {
  readonly pieces: readonly Piece[];
  /** Where each stretch begins: the cue's start, then every stamp. The end of one is the start of the next. */
  readonly stretches: readonly number[];
}

interface Draft {
  readonly voice: string | null;
  text: string;
  readonly words: Word[];
  isTimed: boolean;
}

const VOICE = /^v(?:\.\S*)?(?:\s+(.*))?$/s;

/**
 * Reads voices and time stamps; every other tag is decoration and is dropped. A stamp outside the cue, or one that
 * goes back in time, is passed over. Words that share one stamp all get its
 * bounds, since the text does not say when each was spoken.
 */
export function passagesIn(payload: string, frame: Frame): Passage[] {
  const { pieces, stretches } = read(payload, frame);
  const drafts: Draft[] = [];
  for (const piece of pieces) {
    const draft = draftFor(piece, drafts);
    draft.text += piece.text;
    const words = onOneLine(piece.text);
    if (words === '') continue;
    draft.isTimed &&= piece.stamps > 0;
    const bounds = { start: at(stretches, piece.stamps, frame), end: at(stretches, piece.stamps + 1, frame) };
    for (const word of words.split(' ')) draft.words.push({ text: word, ...bounds, confidence: null });
  }
  return drafts.map(asPassage).filter((passage) => passage.text !== '');
}

const at = (stretches: readonly number[], index: number, frame: Frame): number => (stretches[index] ?? frame.to) / 1000;

function draftFor(piece: Piece, drafts: Draft[]): Draft {
  const last = drafts.at(-1);
  if (last?.voice === piece.voice) return last;
  const next = { voice: piece.voice, text: '', words: [], isTimed: true };
  drafts.push(next);
  return next;
}

const asPassage = ({ voice, text, words, isTimed }: Draft): Passage => ({
  voice,
  text: onOneLine(text),
  words: isTimed ? words : [],
});

function read(payload: string, frame: Frame): Reading {
  const pieces: Piece[] = [];
  const stretches = [frame.from];
  let voice: string | null = null;
  let position = 0;
  while (position < payload.length) {
    const tagStart = payload.indexOf('<', position);
    const text = payload.slice(position, tagStart < 0 ? undefined : tagStart);
    if (text !== '') pieces.push({ voice, text: withoutEntities(text), stamps: stretches.length - 1 });
    const tagEnd = tagStart < 0 ? -1 : payload.indexOf('>', tagStart);
    if (tagEnd < 0) break;
    const tag = payload.slice(tagStart + 1, tagEnd);
    voice = voiceAfter(tag, voice);
    const stamp = millisecondsIn(tag);
    if (stamp !== undefined && stamp >= (stretches.at(-1) ?? 0) && stamp <= frame.to) stretches.push(stamp);
    position = tagEnd + 1;
  }
  return { pieces, stretches };
}

function voiceAfter(tag: string, before: string | null): string | null {
  if (tag === '/v') return null;
  const voice = VOICE.exec(tag);
  return voice ? onOneLine(withoutEntities(voice[1] ?? '')) || null : before;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
/** Bounded, so that a text of nothing but ampersands is still read in linear time. */
const ENTITY = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});/g;

/** Character references as WebVTT knows them; anything else stays as it is written. */
const withoutEntities = (text: string): string =>
  text.includes('&') ? text.replace(ENTITY, (written, name: string) => characterNamed(name) ?? written) : text;

export const withEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One line without surplus spaces: a line break inside a cue, or a name, means no more than a space. */
export const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function characterNamed(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
