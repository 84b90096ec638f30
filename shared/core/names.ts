import { isLongerThan, isWellFormed } from '#shared/core/text';

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
