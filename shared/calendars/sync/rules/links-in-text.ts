/** Invitations are a few thousand characters; what stands behind this is never looked at. */
const LONGEST_TEXT = 200_000;
const MOST_LINKS = 200;
/** A link in two wrappings, encoded twice, fits several times. */
const LONGEST_LINK = 16_384;
const MOST_GLUED = 5;

/** What may be a link in a text, or in HTML, in order and as it stands there: nothing is said of where it leads. */
export function linksIn(text: string): readonly string[] {
  const words = plainTextOf(text.slice(0, LONGEST_TEXT)).match(LINK) ?? [];
  return words.slice(0, MOST_LINKS).flatMap(withoutNeighbours);
}

/** Where a tag is a link its target stands in its place; `wbr` stands in the middle of words. */
function plainTextOf(text: string): string {
  const withoutTags = text.replace(TAG, (_tag, name: string, attributes: string) =>
    name.toLowerCase() === 'wbr' ? '' : ` ${targetIn(attributes)} `,
  );
  return decoded(withoutTags).replace(INVISIBLE, '');
}

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
const LINK = new RegExp(`(?:${SCHEME}|${KNOWN_HOST})${REST}`, 'gi');

/** The link without the sentence around it; and where two are glued together, each of them behind the whole. */
function withoutNeighbours(word: string): readonly string[] {
  if (word.length > LONGEST_LINK) return [];
  const whole = withoutPunctuation(word);
  const parts = whole.split(/(?=https?:\/\/)/i, MOST_GLUED).map(withoutPunctuation);
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

/** What ends a sentence, and brackets that were opened before the link. */
function withoutPunctuation(text: string): string {
  const open = new Map(
    Object.entries(OPENING).map(([close, opening]) => [close, count(text, opening) - count(text, close)]),
  );
  let end = text.length;
  for (let last = text[end - 1] ?? ''; end > 0 && isNotItsOwn(last, open); last = text[end - 1] ?? '') {
    if (open.has(last)) open.set(last, (open.get(last) ?? 0) + 1);
    end -= 1;
  }
  return text.slice(0, end);
}

const isNotItsOwn = (last: string, open: ReadonlyMap<string, number>): boolean =>
  '.,;:!?*'.includes(last) || (open.get(last) ?? 0) < 0;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const count = (text: string, mark: string): number => text.split(mark).length - 1;
