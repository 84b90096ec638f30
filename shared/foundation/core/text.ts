/** A lone surrogate is half a character: it cannot be written as UTF-8, and would come back as something else. */
const LONE_SURROGATE = /\p{Cs}/u;

export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);

/** Limits count characters as people do: code points, so that an emoji is one and not two. */
export const isLongerThan = (text: string, codePoints: number): boolean => {
  if (text.length <= codePoints) return false;
  if (text.length > 2 * codePoints) return true;
  return [...text].length > codePoints;
};

/** How many characters a text has: code points. */
export const charactersIn = (text: string): number => text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** The beginning of a text that came from outside, safe to repeat in an answer. */
export const excerptOf = (text: string, codePoints: number): string => {
  const wellFormed = text.slice(0, 2 * codePoints + 2).replace(/\p{Cs}/gu, '\uFFFD');
  return isLongerThan(wellFormed, codePoints) ? `${[...wellFormed].slice(0, codePoints).join('')}…` : wellFormed;
};

/** Control and format characters out (among them those that turn the direction of writing), broken ones replaced. */
export const visible = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');

export type NameFault = 'blank' | 'too_long' | 'invalid_format';

/**
 * What is wrong with a name that a caller gives: nothing visible in it, more than `max` code points, half a character, a
 * control character but the tab (a line break among them), a control that turns the direction of writing, or a URL. Names
 * are in mails, invitations and chats of people who did not choose them. Applied to writes alone: what is stored is shown
 * as it is.
 */
export function nameFault(text: string, max = 100): NameFault | undefined {
  return relayedNameFault(text, max) ?? (LAYOUT_CONTROL.test(text) ? 'invalid_format' : undefined);
}

/** The same for a name that a caller passes on from a calendar or a call, where such characters occur. */
export function relayedNameFault(text: string, max = 100): NameFault | undefined {
  if (!isWellFormed(text)) return 'invalid_format';
  if (NOTHING_VISIBLE.test(text)) return 'blank';
  if (isLongerThan(text, max)) return 'too_long';
  return looksLikeUrl(text) ? 'invalid_format' : undefined;
}

/** Spaces, control and format characters, and the letters that are drawn as nothing (Hangul fillers, blank Braille). */
const NOTHING_VISIBLE = /^[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/**
 * Control characters, with the line breaks of Unicode (UAX 14: BK, CR, LF, NL), and its bidirectional controls (UAX 9), by
 * which a name reads otherwise than it is written or leaves its line.
 */
const LAYOUT_CONTROL = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * Whether a text of several lines has a control character that is neither a tab nor a line break. Other services do not
 * take each of them: PostgreSQL stores no JSON with U+0000.
 */
export const hasControls = (text: string): boolean => CONTROL.test(text);

const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/**
 * A name goes into invitations and chats, where software makes links of such texts and people press them. Spelt in
 * full-width letters, with an ideographic full stop or with invisible characters between, it is a link all the same.
 * A lone domain stays a name: people do call a company `booking.com`.
 */
export function looksLikeUrl(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('\u3002', '.')
    .replaceAll('\\', '/')
    .toLowerCase()
    .trim();
  return URL_MARKS.some((mark) => mark.test(plain));
}

const URL_MARKS: readonly RegExp[] = [
  /[a-z]:\/\//, // a scheme
  /(?:^|[^\p{L}\p{N}])(?:https?|mailto|javascript):\S/u,
  /(?:^|[^\p{L}\p{N}])www\.\S/u,
  /(?:^|\s)\/\/\S/, // a scheme left out
  // A host, followed by a port, a path, a query or a fragment: its labels may end with a mark, and it with a dot.
  /[\p{L}\p{N}\p{M}]\.(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)\.?(?::\d|:?\/|[?#]\S)/u,
  /(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}\.?(?::\d|:?\/|[?#]\S)/, // the same as an address
];
