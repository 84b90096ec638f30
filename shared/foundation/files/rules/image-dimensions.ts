import type { ImageType } from '#shared/foundation/files/rules/image-type';

/** In pixels: docs/limits-and-rules.md#sizes. */
export const LARGEST_SIDE = 8_192;

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Whether an image has a width and a height that can be read, each within the limits. An SVG has no pixels of its own. */
export function hasAllowedDimensions(bytes: Uint8Array, type: ImageType): boolean {
  if (type === 'image/svg+xml') return true;
  const dimensions = READERS[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return dimensions !== undefined && [dimensions.width, dimensions.height].every(isAllowed);
}

const isAllowed = (pixels: number): boolean => pixels >= 1 && pixels <= LARGEST_SIDE;

/** The header chunk, which comes first. */
const ofPng = (view: DataView): Dimensions | undefined =>
  view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) };

/** The logical screen. */
const ofGif = (view: DataView): Dimensions | undefined =>
  view.byteLength < 10 ? undefined : { width: view.getUint16(6, true), height: view.getUint16(8, true) };

/** In the first chunk, by its kind: `VP8L` is lossless, `VP8X` has the canvas, `VP8 ` is a lossy frame. */
function ofWebp(view: DataView): Dimensions | undefined {
  if (view.byteLength < 25) return undefined;
  const kind = String.fromCharCode(view.getUint8(15));
  if (kind === 'L') return ofLosslessWebp(view);
  if (view.byteLength < 30) return undefined;
  if (kind === 'X') return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  // The start code of a key frame.
  if (uint24(view, 23) !== 0x2a019d) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** A signature, then 14 bits each. */
function ofLosslessWebp(view: DataView): Dimensions | undefined {
  if (view.getUint8(20) !== 0x2f) return undefined;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

/** The first frame header; each segment before it says how long it is. */
function ofJpeg(view: DataView): Dimensions | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (isWithoutLength(marker)) return undefined;
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** `SOF0` to `SOF15`, without the tables that are numbered among them (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Restarts, start, end and scan: none comes before the frame. */
const isWithoutLength = (marker: number): boolean => marker >= 0xd0 && marker <= 0xda;

const READERS: Readonly<Record<Exclude<ImageType, 'image/svg+xml'>, (view: DataView) => Dimensions | undefined>> = {
  'image/png': ofPng,
  'image/jpeg': ofJpeg,
  'image/gif': ofGif,
  'image/webp': ofWebp,
};
