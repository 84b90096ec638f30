import { isSvg } from '#shared/files/rules/is-svg';

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
