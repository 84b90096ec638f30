import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  type EncodedPacketSink,
  type InputAudioTrack,
  Output,
} from 'mediabunny';
import { type AudioReader, audioReader } from '#shared/media/audio-reader';
import { pieceFormatOf } from '#shared/media/piece-formats';
import type { AudioPiece, OpenAudio } from '#shared/media/ports';
import { LONGEST_PIECE_SECONDS, OVERLAP_SECONDS } from '#shared/media/rules/audio-pieces';

/** Reads and cuts the main sound of a file. */
export const openAudio: OpenAudio = (file) => {
  const audio = audioReader(file);
  return { cut: (fromSeconds, maxBytes) => cutPiece(audio, fromSeconds, maxBytes), close: audio.close };
};

const cutPiece = (audio: AudioReader, fromSeconds: number, maxBytes: number): Promise<AudioPiece | undefined> =>
  audio.read(async ({ codec, track, packets }) => {
    const format = pieceFormatOf(codec);
    const first = fromSeconds === 0 ? await packets.getFirstPacket() : await packets.getPacket(fromSeconds);
    if (!format || !first) return undefined;
    const room = { bytes: maxBytes - format.headerBytes, bytesPerPacket: format.bytesPerPacket };
    const { taken, isLast } = await packetsWithin(packets, first, room);
    const last = taken.at(-1);
    if (!last) return undefined;
    const nextSeconds = isLast ? null : endOf(last) - OVERLAP_SECONDS;
    if (nextSeconds !== null && !(await goesOn(packets, first, nextSeconds))) return undefined;
    const output = new Output({ format: format.format, target: new BufferTarget() });
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    await output.start();
    await addAll(source, track, taken);
    await output.finalize();
    const { buffer } = output.target;
    if (!buffer || buffer.byteLength > maxBytes) return undefined;
    const startSeconds = Math.max(0, first.timestamp);
    return { bytes: new Uint8Array(buffer), extension: format.extension, startSeconds, nextSeconds };
  });

interface Room {
  readonly bytes: number;
  readonly bytesPerPacket: number;
}

/** Five minutes of the shortest packets that encoders write, 2.5 ms, have fewer: each is in memory with its times. */
const MOST_PACKETS = 125_000;

/** The packets from one on that fit into a piece. `isLast`: none is left. */
async function packetsWithin(packets: EncodedPacketSink, first: EncodedPacket, room: Room) {
  const taken: EncodedPacket[] = [];
  let left = room.bytes;
  for await (const packet of packets.packets(first)) {
    left -= packet.byteLength + room.bytesPerPacket;
    if (taken.length === MOST_PACKETS) throw new Error('The sound has more packets than any encoder writes.');
    if (left < 0 || endOf(packet) - first.timestamp > LONGEST_PIECE_SECONDS) return { taken, isLast: false };
    taken.push(packet);
  }
  return { taken, isLast: true };
}

const endOf = ({ timestamp, duration }: EncodedPacket): number => timestamp + duration;

/** A piece that is no longer than its overlap would be cut again and again. */
async function goesOn(packets: EncodedPacketSink, first: EncodedPacket, nextSeconds: number): Promise<boolean> {
  const next = nextSeconds > 0 ? await packets.getPacket(nextSeconds, { metadataOnly: true }) : null;
  return next !== null && next.timestamp > first.timestamp;
}

/** The times of a piece begin at zero. */
async function addAll(source: EncodedAudioPacketSource, track: InputAudioTrack, taken: readonly EncodedPacket[]) {
  const decoderConfig = await track.getDecoderConfig();
  const begin = taken[0]?.timestamp ?? 0;
  for (const packet of taken)
    await source.add(packet.clone({ timestamp: packet.timestamp - begin }), decoderConfig ? { decoderConfig } : {});
  source.close();
}
