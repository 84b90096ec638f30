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
export const withoutEntities = (text: string): string =>
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
