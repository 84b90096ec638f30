import { EncodedPacketSink, type Input, type InputAudioTrack } from 'mediabunny';
import { isCutOff } from '#shared/foundation/media/announced-length';
import { zeroOf } from '#shared/foundation/media/file-clock';
import { mainTrackOf } from '#shared/foundation/media/main-track';
import { mediaInput } from '#shared/foundation/media/media-source';
import { playsLonger } from '#shared/foundation/media/played-length';
import type { BreaksOff, RangedFile } from '#shared/foundation/media/ports';
import {
  faultOf,
  LARGEST_MEDIA_BYTES,
  LONGEST_MEDIA_SECONDS,
  type MediaFacts,
  type MediaFault,
} from '#shared/foundation/media/rules/media-facts';
import { isScanned, scanLength } from '#shared/foundation/media/scan-length';

/**
 * Reads length, tracks and type of a media file from its bytes, whatever its name says, or why it is not taken. A file
 * that breaks off before the end of its audio, or announces more or less than there is, is `unsupported_media`. Throws what
 * `file.read` throws.
 */
export async function readMedia(file: RangedFile): Promise<MediaFacts | MediaFault> {
  if (file.sizeBytes > LARGEST_MEDIA_BYTES) return 'media_too_large';
  if (file.sizeBytes === 0) return 'unsupported_media';
  const { input, watched, outage } = mediaInput(file);
  try {
    const facts = (await input.canRead()) ? await factsOf(input, watched) : undefined;
    if (!facts) return 'unsupported_media';
    const fault = faultOf(facts);
    if (fault) return fault;
    return (await playsLonger(watched, input, facts.durationSeconds)) ? 'unsupported_media' : facts;
  } catch {
    const failed = outage();
    if (failed) throw failed.error;
    // The package throws errors of many kinds where bytes contradict each other.
    return 'unsupported_media';
  } finally {
    input.dispose();
  }
}

/** Nothing is known of a file in no format that can be read, or without sound. */
export const breaksOff: BreaksOff = async (file) => {
  if (file.sizeBytes === 0) return false;
  const { input, watched, outage } = mediaInput(file);
  try {
    if (!((await input.canRead()) && (await mainTrackOf(input)))) return false;
    // Bytes that contradict each other are taken for those of another file.
    return (await factsOf(input, watched)) === undefined;
  } catch {
    const failed = outage();
    if (failed) throw failed.error;
    return false;
  } finally {
    input.dispose();
  }
};

/** Undefined for a file without a track, and for one that breaks off. */
async function factsOf(input: Input, file: RangedFile): Promise<MediaFacts | undefined> {
  const [audio, video] = await Promise.all([input.getAudioTracks(), input.getVideoTracks()]);
  if (audio.length + video.length === 0) return undefined;
  const contentType = (await input.getMimeType()).split(';')[0] ?? '';
  const base = { audioTracks: audio.length, hasVideo: video.length > 0, contentType };
  const main = await mainTrackOf(input);
  if (!main) return { ...base, durationSeconds: 0, channels: 0 };
  const endSeconds = (await isScanned(input)) ? await scanLength(main) : await lengthOf(input, audio, main);
  if (endSeconds === undefined) return undefined;
  const durationSeconds = endSeconds - (await zeroOf(input));
  const facts = { ...base, durationSeconds, channels: await main.getNumberOfChannels() };
  // The scan of one that is too long ends early.
  const isRead = durationSeconds <= LONGEST_MEDIA_SECONDS;
  return isRead && (await isCutOff({ file, input, main, readSeconds: endSeconds })) ? undefined : facts;
}

/** From the table of a file; undefined where it breaks off. */
const lengthOf = async (input: Input, audio: InputAudioTrack[], main: InputAudioTrack): Promise<number | undefined> =>
  (await isWhole(main)) ? input.computeDuration(audio) : undefined;

/** Whether the bytes of the last audio are there. */
async function isWhole(track: InputAudioTrack): Promise<boolean> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  return last !== null && last.data.length === last.byteLength;
}
