/** `ID3`, two bytes of version, one of flags, four of size (https://id3.org/id3v2.4.0-structure). */
const ID3_HEADER_BYTES = 10;
/** Where the table of contents is in the first frame: by side information of 32, 17 or 9 bytes behind the 4 of the header. */
const TAG_OFFSETS = [36, 21, 13];
const HAS_FRAMES = 1;

/** The length of a tag at the beginning of an MP3, or 0. */
export function id3BytesIn(start: Uint8Array): number {
  if (start.length < ID3_HEADER_BYTES || text(start, 0, 3) !== 'ID3') return 0;
  // Seven bits of each byte.
  const size = start.subarray(6, ID3_HEADER_BYTES).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return ID3_HEADER_BYTES + size;
}

/** How many frames the first one of an MP3 announces (`Xing`, or `Info` for a constant bit rate); undefined where none does. */
export function framesAnnouncedIn(firstFrame: Uint8Array): number | undefined {
  const at = TAG_OFFSETS.find((offset) => ['Xing', 'Info'].includes(text(firstFrame, offset, 4)));
  if (at === undefined || firstFrame.length < at + 12) return undefined;
  const view = new DataView(firstFrame.buffer, firstFrame.byteOffset + at);
  return view.getUint32(4) & HAS_FRAMES ? view.getUint32(8) : undefined;
}

const text = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
