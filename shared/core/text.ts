/** A lone surrogate is half a character: it cannot be written as UTF-8, and would come back as something else. */
const LONE_SURROGATE = /\p{Cs}/u;

export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);

/** Limits count characters as people do: code points, so that an emoji is one and not two. */
export const isLongerThan = (text: string, codePoints: number): boolean => {
  if (text.length <= codePoints) return false;
  if (text.length > 2 * codePoints) return true;
  return [...text].length > codePoints;
};

/** The beginning of a text that came from outside, safe to repeat in an answer. */
export const excerptOf = (text: string, codePoints: number): string => {
  const wellFormed = text.slice(0, 2 * codePoints + 2).replace(/\p{Cs}/gu, '\uFFFD');
  return isLongerThan(wellFormed, codePoints) ? `${[...wellFormed].slice(0, codePoints).join('')}…` : wellFormed;
};

/** Control and format characters out (among them those that turn the direction of writing), broken ones replaced. */
export const visible = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');

export type NameFault = 'blank' | 'too_long' | 'invalid_format';

/** What is wrong with a name: nothing visible in it, more than `max` code points, half a character, or a URL. */
export function nameFault(text: string, max = 100): NameFault | undefined {
  if (!isWellFormed(text)) return 'invalid_format';
  if (NOTHING_VISIBLE.test(text)) return 'blank';
  if (isLongerThan(text, max)) return 'too_long';
  return looksLikeUrl(text) ? 'invalid_format' : undefined;
}

/** Spaces, control and format characters, and the letters that are drawn as nothing (Hangul fillers, blank Braille). */
const NOTHING_VISIBLE = /^[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/**
 * A name goes into invitations and chats, where software makes links of such texts and people press them. Spelt in
 * full-width letters, with an ideographic full stop or with invisible characters between, it is a link all the same.
 * A lone domain stays a name: people do call a company `booking.com`.
 */
function looksLikeUrl(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replaceAll('\u3002', '.')
    .replaceAll('\\', '/')
    .toLowerCase()
    .trim();
  return URL_MARKS.some((mark) => mark.test(plain));
}

const URL_MARKS: readonly RegExp[] = [
  /[a-z]:\/\//, // a scheme
  /^(?:https?|mailto|javascript):\S/,
  /(?:^|\s)www\.\S/,
  /^\/\/\S/, // a scheme left out
  /^[^\s/@]+\.\p{L}{2,63}\/\S/u, // a domain with a path
];
