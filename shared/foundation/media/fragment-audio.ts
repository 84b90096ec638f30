import { type AudioCodec, BufferTarget, EncodedAudioPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { audioReader, type ReadingTime } from '#shared/foundation/media/audio-reader';
import type { RangedFile } from '#shared/foundation/media/ports';

/** Where a part of a fragmented file begins: its first byte, and its time in seconds. */
export type FragmentStart = readonly [firstByte: number, seconds: number];

/** Sound in an MP4 file that may end after any fragment, each of about a second. */
export interface FragmentedAudio {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fragments: readonly FragmentStart[];
  readonly durationSeconds: number;
}

/** Codecs that MP4 has, and speech servers read in it. */
const CODECS: ReadonlySet<AudioCodec> = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac']);

/** Files of the operator, on a local stack. */
const UNBOUNDED: ReadingTime = { ms: Number.POSITIVE_INFINITY, now: () => 0 };

/**
 * The main sound of a file, of any size and with a video or without, as a fragmented MP4. Its packets are copied, not
 * decoded; its times begin at zero. Undefined where the file cannot be read, has no sound or one of another codec.
 * `'too large'` where the sound has more than `maxBytes`. Throws what `file.read` throws.
 */
export async function fragmentAudio(
  file: RangedFile,
  maxBytes: number,
): Promise<FragmentedAudio | 'too large' | undefined> {
  const audio = audioReader(file, undefined, UNBOUNDED);
  try {
    return await audio.read(async ({ codec, track, packets }) => {
      const first = await packets.getFirstPacket();
      if (!first || !CODECS.has(codec)) return undefined;
      const decoderConfig = await track.getDecoderConfig();
      const fragments: FragmentStart[] = [];
      const onMoof = (_: Uint8Array, firstByte: number, seconds: number) => void fragments.push([firstByte, seconds]);
      const format = new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1, onMoof });
      const output = new Output({ format, target: new BufferTarget() });
      const source = new EncodedAudioPacketSource(codec);
      output.addAudioTrack(source);
      await output.start();
      let [left, durationSeconds] = [maxBytes, 0];
      for await (const packet of packets.packets(first)) {
        left -= packet.byteLength;
        if (left < 0) return 'too large';
        const timestamp = packet.timestamp - first.timestamp;
        await source.add(packet.clone({ timestamp }), decoderConfig ? { decoderConfig } : {});
        durationSeconds = timestamp + packet.duration;
      }
      source.close();
      await output.finalize();
      const { buffer } = output.target;
      return buffer ? { bytes: new Uint8Array(buffer), fragments, durationSeconds } : undefined;
    });
  } finally {
    audio.close();
  }
}
