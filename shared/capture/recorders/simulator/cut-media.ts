import { WAV_HEADER_BYTES } from './wav-file.ts';

/** The first seconds of a PCM recording, exact to one sample, with a matching header. */
export function wavUpTo(seconds: number, wav: Uint8Array): Uint8Array {
  const before = viewOf(wav);
  const bytesPerSecond = before.getUint32(28, true);
  const bytesPerSample = before.getUint16(32, true);
  const samples = Math.floor((seconds * bytesPerSecond) / bytesPerSample);
  const cut = wav.slice(0, Math.min(wav.length, WAV_HEADER_BYTES + samples * bytesPerSample));
  viewOf(cut).setUint32(4, cut.length - 8, true);
  viewOf(cut).setUint32(40, cut.length - WAV_HEADER_BYTES, true);
  return cut;
}

/**
 * The first seconds of a fragmented MP4 with one fragment (`moof`, `mdat`) for each second, rounded up to a whole one:
 * such a file may end after any fragment.
 */
export function mp4UpTo(seconds: number, mp4: Uint8Array): Uint8Array {
  const fragmentStarts = boxesIn(mp4).filter((box) => box.type === 'moof');
  const firstLeftOut = fragmentStarts[Math.max(1, Math.ceil(seconds))];
  return mp4.slice(0, firstLeftOut?.at);
}

/** The same of one whose fragments begin at known bytes and seconds: it ends with the fragment in which `seconds` lies. */
export function fragmentsUpTo(
  seconds: number,
  mp4: Uint8Array,
  fragments: readonly (readonly [firstByte: number, seconds: number])[],
): Uint8Array {
  const [firstLeftOut] = fragments.slice(1).find(([, start]) => start >= seconds) ?? [];
  return mp4.slice(0, firstLeftOut);
}

/** The file's outermost boxes, in order. A size below a box's own header (to the end, 64 bits) ends the list. */
export function boxesIn(mp4: Uint8Array): { readonly type: string; readonly at: number }[] {
  const view = viewOf(mp4);
  const boxes: { type: string; at: number }[] = [];
  let at = 0;
  while (at + 8 <= mp4.length) {
    boxes.push({ type: String.fromCharCode(...mp4.subarray(at + 4, at + 8)), at });
    const size = view.getUint32(at);
    if (size < 8) break;
    at += size;
  }
  return boxes;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
