import { type AudioCodec, EncodedPacketSink, type Input, type InputAudioTrack } from 'mediabunny';
import { SECOND_MS } from '#shared/foundation/core/time';
import { zeroOf } from '#shared/foundation/media/file-clock';
import { mainTrackOf } from '#shared/foundation/media/main-track';
import { mediaInput } from '#shared/foundation/media/media-source';
import type { RangedFile } from '#shared/foundation/media/ports';

/** One track of sound of a file. */
interface Sound {
  readonly codec: AudioCodec;
  readonly track: InputAudioTrack;
  readonly packets: EncodedPacketSink;
  /** Where the clock of the file is zero, in the seconds of the packets. */
  readonly zero: number;
  /** Whether the file has no other sound. */
  readonly isOnly: boolean;
  /** Called at each step of work that a file can make long: the read ends there once its time is over. */
  readonly requireTime: () => void;
}

/** How long one `read` of the sound may take, and a clock for it. */
export interface ReadingTime {
  readonly ms: number;
  readonly now: () => number;
}

/**
 * A step of a speech server leaves so much (`LONG` in `functions/workers/media-processing`). A file that passed its first
 * look takes less: a gigabyte of FLAC, which is read from its beginning for each piece, half a minute.
 */
const READING_TIME: ReadingTime = { ms: 40 * SECOND_MS, now: () => performance.now() };

class OutOfTime extends Error {}

/** A file of any size whose sound is read by ranges: a few megabytes of it are in memory at a time. */
export interface AudioReader {
  /**
   * Reads the sound. Undefined where the format is not known, the file has no sound, it is damaged, or it takes longer than
   * it may, as far as the package stops at a read of the file. Throws what `file.read` throws.
   */
  read<Result>(use: (sound: Sound) => Promise<Result>): Promise<Result | undefined>;
  close(): void;
}

/** `track`: the number of a track of sound, from 1; left out, the main one. */
export function audioReader(file: RangedFile, track?: number, { ms, now } = READING_TIME): AudioReader {
  let endsAt = Number.POSITIVE_INFINITY;
  const requireTime = () => {
    if (now() > endsAt) throw new OutOfTime();
  };
  const { input, outage } = mediaInput({
    sizeBytes: file.sizeBytes,
    read: async (firstByte, endByte) => {
      requireTime();
      return file.read(firstByte, endByte);
    },
  });
  const open = async (): Promise<Sound | undefined> => {
    const found = (await input.canRead()) ? await trackOf(input, track) : null;
    const codec = await found?.getCodec();
    if (!found || !codec) return undefined;
    const isOnly = (await input.getAudioTracks()).length === 1;
    return {
      codec,
      track: found,
      packets: new EncodedPacketSink(found),
      zero: await zeroOf(input),
      isOnly,
      requireTime,
    };
  };
  return {
    async read(use) {
      endsAt = now() + ms;
      try {
        const sound = await open();
        return sound && (await use(sound));
      } catch {
        const failed = outage();
        if (failed && !(failed.error instanceof OutOfTime)) throw failed.error;
        // The package throws errors of many kinds where bytes contradict each other.
        return undefined;
      }
    },
    close: () => input.dispose(),
  };
}

const trackOf = async (input: Input, track: number | undefined): Promise<InputAudioTrack | null> =>
  track === undefined ? mainTrackOf(input) : ((await input.getAudioTracks())[track - 1] ?? null);
