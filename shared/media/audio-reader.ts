import { type AudioCodec, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { zeroOf } from '#shared/media/file-clock';
import { mainTrackOf } from '#shared/media/main-track';
import { mediaInput } from '#shared/media/media-source';
import type { RangedFile } from '#shared/media/ports';

/** The main sound of a file. */
interface Sound {
  readonly codec: AudioCodec;
  readonly track: InputAudioTrack;
  readonly packets: EncodedPacketSink;
  /** Where the clock of the file is zero, in the seconds of the packets. */
  readonly zero: number;
}

/** A file of any size whose sound is read by ranges: a few megabytes of it are in memory at a time. */
export interface AudioReader {
  /**
   * Reads the sound. Undefined where the format is not known, the file has no sound, or it is damaged. Throws what
   * `file.read` throws.
   */
  read<Result>(use: (sound: Sound) => Promise<Result>): Promise<Result | undefined>;
  close(): void;
}

export function audioReader(file: RangedFile): AudioReader {
  const { input, outage } = mediaInput(file);
  const open = async (): Promise<Sound | undefined> => {
    const track = (await input.canRead()) ? await mainTrackOf(input) : null;
    const codec = await track?.getCodec();
    if (!track || !codec) return undefined;
    return { codec, track, packets: new EncodedPacketSink(track), zero: await zeroOf(input) };
  };
  return {
    async read(use) {
      try {
        const sound = await open();
        return sound && (await use(sound));
      } catch {
        const failed = outage();
        if (failed) throw failed.error;
        // The package throws errors of many kinds where bytes contradict each other.
        return undefined;
      }
    },
    close: () => input.dispose(),
  };
}
