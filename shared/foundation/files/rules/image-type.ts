/** The image types that may be uploaded: docs/limits-and-rules.md#sizes. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** The image that these bytes are, whatever their name or sender says; undefined for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  return RASTERS.find(([, fits]) => fits(bytes))?.[0] ?? (isSvg(bytes) ? 'image/svg+xml' : undefined);
}

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

const stands = (bytes: Uint8Array, at: number, what: readonly number[]): boolean =>
  what.every((byte, index) => bytes[at + index] === byte);

/** The first chunk of a PNG is its header, thirteen bytes long. */
const PNG = [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...ascii('IHDR')];

const isPng = (bytes: Uint8Array): boolean => bytes.length >= 33 && stands(bytes, 0, PNG);

/** Start of image, then a marker that may follow it: not a second start, an end, or a restart. */
const isJpeg = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && stands(bytes, 0, [0xff, 0xd8, 0xff]) && (bytes[3] ?? 0) >= 0xc0 && !isBareMarker(bytes[3] ?? 0);

const isBareMarker = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd9;

const isGif = (bytes: Uint8Array): boolean =>
  bytes.length >= 13 && (stands(bytes, 0, ascii('GIF87a')) || stands(bytes, 0, ascii('GIF89a')));

const isWebp = (bytes: Uint8Array): boolean =>
  bytes.length >= 20 &&
  stands(bytes, 0, ascii('RIFF')) &&
  ['VP8 ', 'VP8L', 'VP8X'].some((chunk) => stands(bytes, 8, ascii(`WEBP${chunk}`)));

const RASTERS: readonly (readonly [ImageType, (bytes: Uint8Array) => boolean])[] = [
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
  ['image/gif', isGif],
  ['image/webp', isWebp],
];

/** How far the root element may stand from the beginning: licences and editors' notes come before it. */
const LONGEST_PROLOG = 65_536;

/**
 * Whether the bytes are XML whose root element is `svg`. Only what stands before the root is looked at: nothing is
 * parsed, no entity resolved, nothing fetched, since an SVG is stored as sent and only ever handed out as a download.
 */
function isSvg(bytes: Uint8Array): boolean {
  const text = textOf(bytes.subarray(0, 2 * LONGEST_PROLOG));
  return text !== undefined && /^<(?:[A-Za-z_][\w.-]{0,30}:)?svg[\s/>]/.test(text.slice(endOfProlog(text)));
}

/** UTF-8, or UTF-16 where a byte order mark says so; undefined for what is no text. */
function textOf(bytes: Uint8Array): string | undefined {
  const encoding = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[bytes.subarray(0, 2).join()] ?? 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? undefined : text;
}

/** Where the first element begins: after spaces, the XML declaration, notes and a document type that is SVG's. */
function endOfProlog(text: string): number {
  let at = spacesFrom(text, 0);
  for (let next = piece(text, at); next > at; next = piece(text, at)) at = spacesFrom(text, next);
  return at;
}

function spacesFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

/** The end of what stands here when it is no element; the same place when it is one, or is not closed. */
function piece(text: string, at: number): number {
  if (text.startsWith('<?', at)) return endOf('?>', text, at, at);
  if (text.startsWith('<!--', at)) return endOf('-->', text, at + 4, at);
  return /^<!DOCTYPE\s+(?:\w{1,30}:)?svg[\s>[]/.test(text.slice(at, at + 60)) ? endOfDoctype(text, at) : at;
}

/** A document type may carry declarations in brackets, which may themselves hold a `>`. */
function endOfDoctype(text: string, at: number): number {
  const open = text.indexOf('[', at);
  const hasDeclarations = open >= 0 && open < text.indexOf('>', at);
  const from = hasDeclarations ? text.indexOf(']', open) : at;
  return from < 0 ? at : endOf('>', text, from, at);
}

function endOf(what: string, text: string, from: number, otherwise: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? otherwise : at + what.length;
}
