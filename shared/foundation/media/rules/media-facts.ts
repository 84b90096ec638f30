/** The largest media file that is taken, in bytes: docs/limits-and-rules.md#sizes. */
export const LARGEST_MEDIA_BYTES = 2 * 1024 * 1024 * 1024;

/** The longest media file that is taken, in seconds: docs/limits-and-rules.md#sizes. */
export const LONGEST_MEDIA_SECONDS = 4 * 60 * 60;

/** What a media file says of itself, read from its bytes. */
export interface MediaFacts {
  /** From the start to the end of its last audio. */
  readonly durationSeconds: number;
  readonly audioTracks: number;
  /** Of its main audio track. */
  readonly channels: number;
  readonly hasVideo: boolean;
  /** Media type, without codecs: `video/mp4`. */
  readonly contentType: string;
}

/** Why no text can be made of a file. */
export const MEDIA_FAULTS = ['media_too_large', 'media_too_long', 'unsupported_media', 'no_audio'] as const;
export type MediaFault = (typeof MEDIA_FAULTS)[number];

/** The first fault of a file that could be read. */
export function faultOf({ audioTracks, durationSeconds }: MediaFacts): MediaFault | undefined {
  if (audioTracks === 0) return 'no_audio';
  return durationSeconds > LONGEST_MEDIA_SECONDS ? 'media_too_long' : undefined;
}
