import type { MediaFacts, MediaFault } from '#shared/foundation/media/rules/media-facts';

/** A file whose bytes are read in ranges, such as an object of S3. An outage throws. */
export interface RangedFile {
  readonly sizeBytes: number;
  /** The bytes from `firstByte` up to and without `endByte`, which is after it and at most `sizeBytes`. */
  read(firstByte: number, endByte: number): Promise<Uint8Array>;
}

/** A part of a recording that can be played by itself. */
export interface AudioPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of a file name, without the dot: `mp3`. */
  readonly extension: string;
  /** Where it begins in the recording, in seconds. */
  readonly startSeconds: number;
  /** Where the next piece is to begin, in seconds; null for the last. */
  readonly nextSeconds: number | null;
  /**
   * Whether the file itself sounds alike from its first moment on: one that begins later, or whose beginning an edit list
   * leaves out, sounds otherwise where its times are passed over, and so does one with further tracks, of which a server
   * may hear another.
   */
  readonly isWholeFile: boolean;
}

/** A recording whose sound is cut: a few megabytes of it, and one piece, are in memory at a time. */
export interface AudioCutter {
  /**
   * The piece that begins at a time: five minutes, or less where they exceed `maxBytes`. It overlaps the next by five
   * seconds. Its packets are copied, not decoded. Undefined where the file cannot be read or cut, or not within 40 seconds.
   * Throws what `file.read` throws.
   */
  cut(fromSeconds: number, maxBytes: number): Promise<AudioPiece | undefined>;
  /** Whether the track is there and has no packet. Throws what `file.read` throws. */
  isEmpty(): Promise<boolean>;
  close(): void;
}

/** Where the sound of a file begins, in seconds: later than 0 where its first packet does. Throws what `file.read` throws. */
export type AudioStart = (file: RangedFile) => Promise<number>;

/** Whether a media file with sound ends before it should: it announces more than it has. Throws what `file.read` throws. */
export type BreaksOff = (file: RangedFile) => Promise<boolean>;

/** `track`: the number of a track of sound, from 1 in the order of the file; left out, the main one. */
export type OpenAudio = (file: RangedFile, track?: number) => AudioCutter;

/**
 * Says what a media file is, or why it is not taken. `out_of_time`: not within so many milliseconds, which are fewer than a
 * file may take. Throws what `file.read` throws.
 */
export type ReadMedia = (file: RangedFile, withinMs?: number) => Promise<MediaFacts | MediaFault | 'out_of_time'>;
