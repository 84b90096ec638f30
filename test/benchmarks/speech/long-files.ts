import { open, readFile } from 'node:fs/promises';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { RangedFile } from '#shared/foundation/media/ports';

const HEADER_BYTES = 44;

/** A recording as often in a row as comes to some hours. */
export interface LongFile extends RangedFile {
  /** As a file name of it ends. */
  readonly format: string;
  readonly durationSeconds: number;
  close(): Promise<void>;
}

/** Of a PCM WAV, whose bytes are read from the file each time. */
export async function longWav(wavFile: string, hours: number): Promise<LongFile> {
  const wav = await open(wavFile);
  const { size } = await wav.stat();
  const header = Buffer.alloc(HEADER_BYTES);
  await wav.read(header, 0, HEADER_BYTES, 0);
  const bytesPerSecond = header.readUInt32LE(28);
  const dataBytes = size - HEADER_BYTES;
  const rounds = Math.ceil((hours * 3600 * bytesPerSecond) / dataBytes);
  header.writeUInt32LE(HEADER_BYTES - 8 + rounds * dataBytes, 4);
  header.writeUInt32LE(rounds * dataBytes, 40);
  const read = async (firstByte: number, endByte: number) => {
    const bytes = new Uint8Array(endByte - firstByte);
    for (let at = 0; at < bytes.length; ) {
      const position = firstByte + at;
      if (position < HEADER_BYTES) {
        at += header.copy(bytes, at, position);
        continue;
      }
      const within = (position - HEADER_BYTES) % dataBytes;
      const length = Math.min(bytes.length - at, dataBytes - within);
      at += (await wav.read(bytes, at, length, HEADER_BYTES + within)).bytesRead;
    }
    return bytes;
  };
  return {
    ...{ format: 'wav', sizeBytes: HEADER_BYTES + rounds * dataBytes, read },
    durationSeconds: (rounds * dataBytes) / bytesPerSecond,
    close: () => wav.close(),
  };
}

/** Of the AAC of an MP4, copied packet by packet into an MP4 in memory. */
export async function longMp4(mp4File: string, hours: number): Promise<LongFile> {
  const input = new Input({ source: new BufferSource(await readFile(mp4File)), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The file has no sound.');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  input.dispose();
  const [begin, last] = [packets[0]?.timestamp ?? 0, packets.at(-1)];
  const roundSeconds = (last ? last.timestamp + last.duration : 0) - begin;
  const rounds = Math.ceil((hours * 3600) / roundSeconds);
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
  const sound = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(sound);
  await output.start();
  for (let round = 0; round < rounds; round += 1)
    for (const packet of packets)
      await sound.add(packet.clone({ timestamp: packet.timestamp - begin + round * roundSeconds }), { decoderConfig });
  await output.finalize();
  const bytes = new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
  return {
    ...{ format: 'mp4', sizeBytes: bytes.length, durationSeconds: rounds * roundSeconds },
    read: async (firstByte, endByte) => bytes.slice(firstByte, endByte),
    close: async () => undefined,
  };
}
