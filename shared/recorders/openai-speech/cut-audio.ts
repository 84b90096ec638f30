import { mp3FramesIn } from './mp3-frames.ts';
import { wavIn } from './wav.ts';

/** A part of a recording that can be played by itself. */
export interface AudioPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly filename: string;
  /** Where it begins in the recording, in seconds. */
  readonly startSeconds: number;
}

/** A word that is cut at the end of one piece is whole in the next. */
export const OVERLAP_SECONDS = 5;

/**
 * A recording in pieces of at most `maxBytes` that overlap by five seconds: itself where it is small enough, else cut at
 * samples (WAV) or frames (MP3), without decoding. Undefined for another format that is too large.
 */
export function cutAudio(audio: Uint8Array, key: string, maxBytes: number): readonly AudioPiece[] | undefined {
  const extension = /\.(\w{2,4})$/.exec(key)?.[1]?.toLowerCase() ?? 'wav';
  const filename = `audio.${extension}`;
  if (audio.byteLength <= maxBytes) return [{ bytes: new Uint8Array(audio), filename, startSeconds: 0 }];
  const pieces =
    extension === 'wav' ? cutWav(audio, maxBytes) : extension === 'mp3' ? cutMp3(audio, maxBytes) : undefined;
  return pieces?.map((piece) => ({ ...piece, filename }));
}

type Cut = Omit<AudioPiece, 'filename'>;

function cutWav(audio: Uint8Array, maxBytes: number): readonly Cut[] | undefined {
  const wav = wavIn(audio);
  if (!wav) return undefined;
  const { bytesPerSecond, blockBytes, data, withHeader } = wav;
  const whole = (bytes: number) => Math.floor(bytes / blockBytes) * blockBytes;
  const length = whole(maxBytes - withHeader(data.subarray(0, 0)).byteLength);
  const step = length - whole(OVERLAP_SECONDS * bytesPerSecond);
  if (step <= 0) return undefined;
  const count = Math.max(1, Math.ceil((data.byteLength - length) / step) + 1);
  return Array.from({ length: count }, (_, index) => ({
    bytes: withHeader(data.subarray(index * step, index * step + length)),
    startSeconds: (index * step) / bytesPerSecond,
  }));
}

function cutMp3(audio: Uint8Array, maxBytes: number): readonly Cut[] | undefined {
  const frames = mp3FramesIn(audio);
  const pieces: Cut[] = [];
  let first = 0;
  while (first < frames.length) {
    const start = frames[first];
    if (!start) break;
    let last = first;
    while (last + 1 < frames.length && endOf(frames[last + 1]) - start.at <= maxBytes) last += 1;
    if (endOf(frames[last]) - start.at > maxBytes) return undefined;
    pieces.push({
      bytes: new Uint8Array(audio.slice(start.at, endOf(frames[last]))),
      startSeconds: start.startSeconds,
    });
    if (last === frames.length - 1) return pieces;
    const nextFrom = (frames[last]?.startSeconds ?? 0) - OVERLAP_SECONDS;
    const next = frames.findIndex(({ startSeconds }) => startSeconds >= nextFrom);
    if (next <= first) return undefined;
    first = next;
  }
  return undefined;
}

const endOf = (frame: { readonly at: number; readonly bytes: number } | undefined): number =>
  frame ? frame.at + frame.bytes : 0;
