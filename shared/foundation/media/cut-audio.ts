import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  type EncodedPacketSink,
  type InputAudioTrack,
  Output,
  type OutputFormat,
} from 'mediabunny';
import { type AudioReader, audioReader, type ReadingTime } from '#shared/foundation/media/audio-reader';
import { pieceFormatOf } from '#shared/foundation/media/piece-formats';
import type { AudioCutter, AudioPiece, RangedFile } from '#shared/foundation/media/ports';
import { LONGEST_PIECE_SECONDS, OVERLAP_SECONDS } from '#shared/foundation/media/rules/audio-pieces';

/** Reads and cuts one track of sound of a file. `time`: for each call. */
export const openAudio = (file: RangedFile, track?: number, time?: ReadingTime): AudioCutter => {
  const audio = audioReader(file, track, time);
  return {
    cut: (fromSeconds, maxBytes) => cutPiece(audio, fromSeconds, maxBytes),
    isEmpty: async () => (await audio.read(({ packets }) => packets.getFirstPacket({ metadataOnly: true }))) === null,
    close: audio.close,
  };
};

const cutPiece = (audio: AudioReader, fromSeconds: number, maxBytes: number): Promise<AudioPiece | undefined> =>
  audio.read(async ({ codec, track, packets, zero, isOnly, requireTime }) => {
    const format = pieceFormatOf(codec);
    const earliest = await packets.getFirstPacket();
    const first = (await packets.getPacket(zero + fromSeconds)) ?? earliest;
    if (!format || !first || !earliest) return undefined;
    const room = { bytes: maxBytes - format.headerBytes, bytesPerPacket: format.bytesPerPacket };
    const { taken, isLast } = await packetsWithin(packets, first, { ...room, requireTime });
    const last = taken.at(-1);
    if (!last) return undefined;
    const next = isLast ? null : await beginOfNext(packets, first, last);
    if (next === undefined) return undefined;
    const source = new EncodedAudioPacketSource(codec);
    const bytes = await written(format.format, source, () => addAll(source, track, taken));
    if (!bytes || bytes.length > maxBytes) return undefined;
    return {
      bytes,
      extension: format.extension,
      startSeconds: Math.max(0, first.timestamp - zero),
      nextSeconds: next && next - zero,
      isWholeFile: isOnly && isLast && fromSeconds === 0 && Math.abs(earliest.timestamp - zero) < UNHEARD_SECONDS,
    };
  });

/** An encoder's silence at the beginning is shorter. */
const UNHEARD_SECONDS = 0.1;

/** A file of that format, with what is added to its one track. */
async function written(format: OutputFormat, source: EncodedAudioPacketSource, add: () => Promise<void>) {
  const output = new Output({ format, target: new BufferTarget() });
  output.addAudioTrack(source);
  await output.start();
  await add();
  await output.finalize();
  const { buffer } = output.target;
  return buffer ? new Uint8Array(buffer) : undefined;
}

interface Room {
  readonly bytes: number;
  readonly bytesPerPacket: number;
  readonly requireTime: () => void;
}

/** Five minutes of the shortest packets that encoders write, 2.5 ms, have fewer: each is in memory with its times. */
const MOST_PACKETS = 125_000;

/** The packets from one on that fit into a piece. `isLast`: none is left. */
async function packetsWithin(packets: EncodedPacketSink, first: EncodedPacket, room: Room) {
  const taken: EncodedPacket[] = [];
  let left = room.bytes;
  for await (const packet of packets.packets(first)) {
    room.requireTime();
    left -= packet.byteLength + room.bytesPerPacket;
    if (taken.length === MOST_PACKETS) throw new Error('The sound has more packets than any encoder writes.');
    if (left < 0 || endOf(packet) - first.timestamp > LONGEST_PIECE_SECONDS) return { taken, isLast: false };
    taken.push(packet);
  }
  return { taken, isLast: true };
}

const endOf = ({ timestamp, duration }: EncodedPacket): number => timestamp + duration;

/**
 * Undefined for a piece of less than twice its overlap: each second would be heard many times, and one that is no longer than
 * its overlap again and again.
 */
async function beginOfNext(packets: EncodedPacketSink, first: EncodedPacket, last: EncodedPacket) {
  const begin = endOf(last) - OVERLAP_SECONDS;
  if (begin - first.timestamp < OVERLAP_SECONDS) return undefined;
  const next = await packets.getPacket(begin, { metadataOnly: true });
  return next !== null && next.timestamp > first.timestamp ? begin : undefined;
}

/** The times of a piece begin at zero. */
async function addAll(source: EncodedAudioPacketSource, track: InputAudioTrack, taken: readonly EncodedPacket[]) {
  const decoderConfig = await track.getDecoderConfig();
  const begin = taken[0]?.timestamp ?? 0;
  for (const packet of taken)
    await source.add(packet.clone({ timestamp: packet.timestamp - begin }), decoderConfig ? { decoderConfig } : {});
  source.close();
}
