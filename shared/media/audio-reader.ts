import { type AudioCodec, EncodedPacketSink, type Input, type InputAudioTrack } from 'mediabunny';
import { zeroOf } from '#shared/media/file-clock';
import { mainTrackOf } from '#shared/media/main-track';
import { mediaInput } from '#shared/media/media-source';
import type { RangedFile } from '#shared/media/ports';

/** One track of sound of a file. */
interface Sound {
  readonly codec: AudioCodec;
  readonly track: InputAudioTrack;
  readonly packets: EncodedPacketSink;
  /** Where the clock of the file is zero, in the seconds of the packets. */
  readonly zero: number;
  /** Whether the file has no other sound. */
  readonly isOnly: boolean;
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

/** `track`: the number of a track of sound, from 1; left out, the main one. */
export function audioReader(file: RangedFile, track?: number): AudioReader {
  const { input, outage } = mediaInput(file);
  const open = async (): Promise<Sound | undefined> => {
    const found = (await input.canRead()) ? await trackOf(input, track) : null;
    const codec = await found?.getCodec();
    if (!found || !codec) return undefined;
    const isOnly = (await input.getAudioTracks()).length === 1;
    return { codec, track: found, packets: new EncodedPacketSink(found), zero: await zeroOf(input), isOnly };
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

const trackOf = async (input: Input, track: number | undefined): Promise<InputAudioTrack | null> =>
  track === undefined ? mainTrackOf(input) : ((await input.getAudioTracks())[track - 1] ?? null);
