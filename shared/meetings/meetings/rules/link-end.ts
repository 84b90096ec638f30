/** Quotes and brackets that texts put before a link. */
const OPENED_BEFORE = /^[<"'([“‘«\s]+/;

/** The text without the quotes and brackets before a link (RFC 3986, appendix C); `withoutPunctuation` takes their ends. */
export const withoutOpening = (text: string): string => text.replace(OPENED_BEFORE, '');

/** What ends a sentence or a quotation, and brackets that were opened before the link. */
export function withoutPunctuation(text: string): string {
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
  '.,;:!?"\'<>”’»'.includes(last) || (open.get(last) ?? 0) < 0;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const count = (text: string, mark: string): number => text.split(mark).length - 1;

/** The text up to the first round or square bracket that closes none of its own. */
export function beforeForeignBracket(text: string): string {
  const open = { ')': 0, ']': 0 };
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '(') open[')'] += 1;
    else if (mark === '[') open[']'] += 1;
    else if (mark === ')' || mark === ']') {
      open[mark] -= 1;
      if (open[mark] < 0) return text.slice(0, at);
    }
  }
  return text;
}

/** Three dots, as programs put them where they left out the rest; the last is the percent-encoded ellipsis. */
const CUT = String.raw`(?:\.{3}|…|%E2%80%A6)`;
const CUT_PARAMETER = new RegExp(`([?&#])[^?&#]*${CUT}[^&#]*`, 'gi');
const CUT_END = new RegExp(String.raw`[[(]?${CUT}[\])"'<>]*$`, 'i');

/** The link without parameters that were cut: a part of a passcode opens nothing. */
export const withoutCut = (link: string): string => link.replace(CUT_PARAMETER, '$1').replace(CUT_END, '');

/** Parameters of the platforms' links that let their bearer in: Zoom's passcode and registration, Teams' passcode. */
const PASSCODE = '[?&#](?:pwd|p|tk)=';
const PASSCODE_VALUE = new RegExp(`(${PASSCODE})([^&#]*)`, 'gi');
const HAS_PASSCODE = new RegExp(`${PASSCODE}([^&#]+)`, 'i');
const IN_PASSCODE = new RegExp(`${PASSCODE}[^&#]*$`, 'i');

/** The passcode in the link of a call; undefined where it has none. */
export const passcodeIn = (link: string): string | undefined => HAS_PASSCODE.exec(link)?.[1];

/** A Teams context may be JSON as it stands, with its quotes. */
const CONTEXT = /context=\{[^{}]*\}/i;
/** In no link to a call, encoded or not; percent-encoding may be encoded itself. */
const ENCODED_STOP = /%(?:25){0,2}(?:22|3C|3E|29|5D)/gi;

/**
 * The link to a platform as far as it goes: it ends before the first quote, angle bracket or bracket that closes none of
 * its own. Undefined where that comes inside the passcode, of which no one knows then what belongs to it.
 */
export function upToStop(link: string): string | undefined {
  const spelt = withoutPunctuation(
    link.replace(
      PASSCODE_VALUE,
      (_all, name: string, value: string) => name + value.replace(ENCODED_STOP, lastDecoded),
    ),
  );
  const stop = stopIn(spelt);
  if (stop === undefined) return spelt;
  const before = spelt.slice(0, stop);
  return IN_PASSCODE.test(before) ? undefined : withoutPunctuation(before);
}

const lastDecoded = (encoded: string): string => String.fromCharCode(Number.parseInt(encoded.slice(-2), 16));

function stopIn(link: string): number | undefined {
  const readable = link.replace(CONTEXT, (context) => '-'.repeat(context.length));
  const stops = [
    readable.search(/["<>]/),
    beforeForeignBracket(readable).length,
    ...[...readable.matchAll(/[)\]]/g)]
      .map(({ index }) => index)
      .filter((at) => IN_PASSCODE.test(readable.slice(0, at))),
  ].filter((at) => at >= 0 && at < readable.length);
  return stops.length > 0 ? Math.min(...stops) : undefined;
}
