import { EncodedPacketSink, FLAC, type Input, type InputAudioTrack, MATROSKA, MP3, WAVE, WEBM } from 'mediabunny';
import type { RangedFile } from '#shared/foundation/media/ports';
import { framesAnnouncedIn, id3BytesIn } from '#shared/foundation/media/rules/mp3-frames';
import { shareOfWav, wavSizesIn } from '#shared/foundation/media/rules/wav-sizes';

/** Formats whose header has the length. */
const WITH_LENGTH = new Set([FLAC, MATROSKA, WEBM] as readonly unknown[]);
/** Enough for the chunks before the sound of a WAV, and for the first frame of an MP3. */
const START_BYTES = 65_536;

interface Opened {
  readonly file: RangedFile;
  readonly input: Input;
  readonly main: InputAudioTrack;
  /** The end of the sound that was read. */
  readonly readSeconds: number;
}

/** Less is missing of a file whose writer counted a little too much. */
const isMuch = (missingSeconds: number, announcedSeconds: number): boolean =>
  missingSeconds > Math.max(1, 0.02 * announcedSeconds);

/** Whether a file announces more than there is to read of it. One with a table is not looked at: its packets are. */
export async function isCutOff(opened: Opened): Promise<boolean> {
  const { input, readSeconds } = opened;
  const format: unknown = await input.getFormat();
  if (format === WAVE) {
    const share = await shareOfWavFile(opened.file);
    return share < 1 && isMuch(readSeconds / share - readSeconds, readSeconds / share);
  }
  const announced =
    format === MP3 ? await announcedByMp3(opened) : WITH_LENGTH.has(format) ? await lengthIn(opened) : null;
  if (announced === null || !isMuch(announced - readSeconds, announced)) return false;
  // A picture may go on after the sound.
  return isMuch(announced - (await input.computeDuration()), announced);
}

const lengthIn = ({ main }: Opened): Promise<number | null> => main.getDurationFromMetadata();

const startOf = (file: RangedFile, from = 0): Promise<Uint8Array> =>
  file.read(from, Math.min(file.sizeBytes, from + START_BYTES));

async function shareOfWavFile(file: RangedFile): Promise<number> {
  const sizes = wavSizesIn(await startOf(file));
  return sizes ? shareOfWav(sizes, file.sizeBytes) : 1;
}

async function announcedByMp3({ file, main }: Opened): Promise<number | null> {
  const start = await startOf(file);
  const tagBytes = id3BytesIn(start);
  if (tagBytes >= file.sizeBytes) return null;
  const frames = framesAnnouncedIn(tagBytes === 0 ? start : await startOf(file, tagBytes));
  const first = frames === undefined ? null : await new EncodedPacketSink(main).getFirstPacket({ metadataOnly: true });
  return first && frames !== undefined ? frames * first.duration : null;
}
