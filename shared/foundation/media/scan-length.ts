import { ADTS, EncodedPacketSink, FLAC, type Input, type InputAudioTrack, MP3 } from 'mediabunny';
import { LONGEST_MEDIA_SECONDS } from '#shared/foundation/media/rules/media-facts';

/** Frames follow each other without a table: their reader remembers each that it has passed. */
const SCANNED = new Set([MP3, ADTS, FLAC] as readonly unknown[]);

/** Seconds between two looks at how many frames there were. */
const STEP_SECONDS = 10;

/** Four hours of the shortest frames that encoders write, 10 ms, have fewer. */
const MOST_FRAMES = 1_500_000;

export const isScanned = async (input: Input): Promise<boolean> => SCANNED.has(await input.getFormat());

/**
 * The end of the last frame of a track without a table, in seconds, or the end of the first one after the longest that is
 * taken: what follows it is neither read nor remembered. Undefined for a file of more frames than any encoder writes.
 */
export async function scanLength(
  track: InputAudioTrack,
  longestSeconds = LONGEST_MEDIA_SECONDS,
): Promise<number | undefined> {
  const frames = new EncodedPacketSink(track);
  // Of FLAC without a frame, mediabunny 1.61.0 looks for later ones for ever.
  if (!(await frames.getFirstPacket({ metadataOnly: true }))) return undefined;
  for (let at = STEP_SECONDS; ; at += STEP_SECONDS) {
    const frame = await frames.getPacket(at, { metadataOnly: true });
    if (!frame || frame.sequenceNumber > MOST_FRAMES) return undefined;
    const end = frame.timestamp + frame.duration;
    // A frame that ends before this moment is the last.
    if (end <= at || end > longestSeconds) return end;
  }
}
