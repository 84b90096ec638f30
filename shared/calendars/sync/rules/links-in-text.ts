import { beforeForeignBracket, withoutPunctuation } from '#shared/meetings/meetings/rules/link-end';
import { linksInside } from '#shared/meetings/meetings/rules/link-inside';

/** Invitations are a few thousand characters; what stands behind this is never looked at. */
const LONGEST_TEXT = 200_000;
const MOST_LINKS = 200;
/** A link in two wrappings, encoded twice, fits several times. */
const LONGEST_LINK = 16_384;
const MOST_GLUED = 5;

/** A link as it stands in a text, and what the text says of it. */
export interface LinkInText {
  readonly text: string;
  /** In a line that a mail program quoted. */
  readonly isQuoted: boolean;
  /** Below a signature's line, or in a line that speaks of a personal room. */
  readonly isPersonal: boolean;
}

/** What may be a link in a text, or in HTML, in order and as it stands there: nothing is said of where it leads. */
export function linksIn(text: string): readonly LinkInText[] {
  const plain = plainTextOf(text.slice(0, LONGEST_TEXT));
  const signature = plain.search(SIGNATURE);
  return [...plain.matchAll(LINK)].slice(0, MOST_LINKS).flatMap(({ 0: word, index }) => {
    const line = beginningOfLine(plain, index);
    const isPersonal = (signature >= 0 && index > signature) || PERSONAL.test(line);
    return withoutNeighbours(word).map((link) => ({ text: link, isQuoted: /^\s*>/.test(line), isPersonal }));
  });
}

/** Of a line that is one long paragraph, the end decides. */
const LINE_LENGTH = 200;
const beginningOfLine = (plain: string, index: number): string =>
  plain.slice(Math.max(plain.lastIndexOf('\n', index) + 1, index - LINE_LENGTH), index);

/** The line before the signature of a mail (RFC 3676, 4.3). */
const SIGNATURE = /^[ \t]*--[ \t]*$/m;
const PERSONAL = /\b(?:personal (?:[a-z]+ ){0,2}(?:room|link|id)|my (?:[a-z]+ ){0,2}room|pmi)\b/i;

/** Where a tag is a link its target stands in its place; `wbr` stands in the middle of words. */
function plainTextOf(text: string): string {
  const withoutTags = text.replace(TAG, (_tag, name: string, attributes: string) => {
    if (name.toLowerCase() === 'wbr') return '';
    return BLOCK.test(name) ? '\n' : ` ${targetIn(attributes)} `;
  });
  return decoded(withoutTags).replace(INVISIBLE, '');
}

const BLOCK = /^(?:br|p|div|li|tr|hr|h\d|blockquote|table)$/i;

/** An address in angle brackets is no tag: `<https://…>` has a colon where a tag has a space or its end. */
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

function targetIn(attributes: string): string {
  const [, quoted, quotedOnce, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  return (quoted ?? quotedOnce ?? bare ?? '').trim();
}

/** Entities that occur in links and around them. Some programs encode ampersands again each time they save. */
const decoded = (text: string): string =>
  text
    .replace(/&(?:amp;|#38;|#x26;)+/gi, '&')
    .replace(/&(?:lt|gt|quot|apos|nbsp);/gi, (name) => NAMED[name.slice(1, -1).toLowerCase()] ?? ' ')
    .replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi, (_all, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    );

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Neither in links nor meant as part of one: white space, quotes, brackets, what divides columns, marks of East Asia. */
const STOP = String.raw`\s<>"'\x60|\\^“”‘’«»„‹›「」『』【】〈〉《》（）。，、；：！？…·`;
/** A Teams context that is not percent-encoded is JSON with its quotes. */
const REST = String.raw`(?:context=\{[^{}\s<>]{0,400}\}|[^${STOP}])+`;
const SCHEME = '(?:https?(?::|%(?:25){0,2}3a)|(?:zoommtg|zoomus|msteams):)';
/** Calendars and people leave out the scheme before well-known hosts. */
const KNOWN_HOST = String.raw`(?<![\w.@/%=-])(?:(?:[\w-]{1,63}\.){0,2}zoom(?:gov)?\.(?:us|com)|meet\.google\.com|teams\.(?:microsoft|live)\.com|g\.co\/meet)\/`;
const LINK = new RegExp(`(?:${SCHEME}|${KNOWN_HOST})${REST}…?`, 'gi');

/**
 * The link without the sentence around it; and where two are glued together, each of them behind the whole. One that the
 * whole has wrapped is no link of its own: it would end with what the wrapping puts behind it.
 */
function withoutNeighbours(word: string): readonly string[] {
  if (word.length > LONGEST_LINK) return [];
  const whole = withoutSentence(word);
  const parts = word.split(/(?=https?:\/\/)/i, MOST_GLUED).map(withoutSentence);
  if (parts.length === 1) return [whole];
  const { links, isWrapper } = linksInside(whole);
  return [whole, ...parts.filter((part) => !(isWrapper && links.some((link) => part.startsWith(link))))];
}

/** What a program left out is kept as three dots: a link that was cut is read otherwise than a whole one. */
function withoutSentence(word: string): string {
  const own = beforeForeignBracket(word);
  const uncut = own.replace(/(?:\.{3,9}|…)[*[(]{0,9}$/, '');
  return uncut === own ? withoutPunctuation(own.replace(/[*[(]+$/, '')).replace(/\*+$/, '') : `${uncut}...`;
}
