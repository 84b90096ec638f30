import type { LinearReader } from '#shared/foundation/media/played/linear-reader';
import type { Tally } from '#shared/foundation/media/played/tally';
import { MOST_FLAC_HEADER_BYTES, secondsOfFlac } from '#shared/foundation/media/rules/flac-frames';
import { mpegAudioFrame } from '#shared/foundation/media/rules/mpeg-audio-frames';

const TRACK = 0;
const HEADER_BYTES = 4;
const SYNC = Uint8Array.of(0xff);
const PIECE_BYTES = 1024 * 1024;

/**
 * Counts the frames of an MP3, also those of another rate than the first, and those behind something else, such as a second
 * file. One counts where another follows it, or the end of the file.
 */
export async function countMp3(file: LinearReader, tally: Tally): Promise<void> {
  for (let at = 0; at + HEADER_BYTES <= file.sizeBytes && !tally.isOver; ) {
    const frame = mpegAudioFrame(await file.bytes(at, HEADER_BYTES));
    const next = frame ? at + frame.bytes : at;
    const isOne = frame && (next >= file.sizeBytes || mpegAudioFrame(await file.bytes(next, HEADER_BYTES)));
    if (isOne) tally.add(TRACK, frame.seconds);
    at = isOne ? next : await file.find(SYNC, at + 1);
  }
}

/** Counts the frames of a FLAC, also those behind something else, such as a second file. */
export async function countFlac(file: LinearReader, tally: Tally, rate: number): Promise<void> {
  for (let at = 0; at < file.sizeBytes && !tally.isOver; at += PIECE_BYTES)
    tally.add(TRACK, secondsOfFlac(await file.bytes(at, PIECE_BYTES + MOST_FLAC_HEADER_BYTES), rate, PIECE_BYTES));
}
