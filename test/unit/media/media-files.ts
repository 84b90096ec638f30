import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdtsOutputFormat,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { aFlac } from './flac-file.ts';

/** A file of audio alone, in packets of the length that the codec has. */
async function ofAudio(format: OutputFormat, codec: 'aac' | 'opus', seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(sound);
  await output.start();
  const { length, description, first } = PACKETS_OF[codec];
  const packet = new Uint8Array(40);
  packet[0] = first;
  const decoderConfig = { codec: CODECS[codec], sampleRate: 48_000, numberOfChannels: 2, description };
  for (let nth = 0; nth * length < seconds; nth += 1)
    await sound.add(new EncodedPacket(packet, 'key', nth * length, length), { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

const AAC_LC_STEREO = new Uint8Array([0x11, 0x90]);
/** RFC 7845, section 5.1. */
const OPUS_HEAD = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 2, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0])]);

/** Length in seconds, setup, and first byte: that of an Opus packet says that it has 20 ms of stereo. */
const PACKETS_OF = {
  aac: { length: 1024 / 48_000, description: AAC_LC_STEREO, first: 0 },
  opus: { length: 0.02, description: OPUS_HEAD, first: 0xfc },
} as const;

const assets = (name: string): Uint8Array => readFileSync(join(process.cwd(), 'assets/simulator/beta-launch', name));

/** A call of 52.9 seconds: H.264 and AAC in a fragmented MP4. */
export const aVideo = (): Uint8Array => assets('video.mp4');
/** Its audio, of 52.8 seconds, uncompressed. */
export const aWav = (): Uint8Array => assets('audio.wav');

type Tracks = { readonly audio?: 'aac' | 'opus'; readonly video?: 'vp8'; readonly seconds: number };

const CODECS = { aac: 'mp4a.40.2', opus: 'opus' } as const;
/** Packets of a track: their bytes say nothing, since no reader of lengths decodes them. */
const PACKETS = 10;
/** Matroska has no length of the last packet, so that they are short. */
const packetsOf = (format: OutputFormat, seconds: number): number =>
  format instanceof MkvOutputFormat ? Math.ceil(seconds * 4) : PACKETS;

/** A file with these tracks. */
async function muxed(format: OutputFormat, { audio, video, seconds }: Tracks): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sound = audio && new EncodedAudioPacketSource(audio);
  const picture = video && new EncodedVideoPacketSource(video);
  if (sound) output.addAudioTrack(sound);
  if (picture) output.addVideoTrack(picture);
  await output.start();
  const packets = packetsOf(format, seconds);
  const length = seconds / packets;
  for (let nth = 0; nth < packets; nth += 1) {
    const packet = new EncodedPacket(new Uint8Array(400), 'key', nth * length, length);
    const description = audio === 'aac' ? { description: AAC_LC_STEREO } : {};
    const decoderConfig = { codec: CODECS[audio ?? 'aac'], sampleRate: 48_000, numberOfChannels: 2, ...description };
    await sound?.add(packet, { decoderConfig });
    await picture?.add(packet, { decoderConfig: { codec: 'vp8', codedWidth: 320, codedHeight: 240 } });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** MPEG audio of layer III at 8 kbit/s and 8 kHz, without a table: its length is that of its frames. */
function anMp3(seconds: number): Uint8Array {
  const FRAME = Buffer.alloc(72);
  FRAME.set([0xff, 0xe3, 0x18, 0x00]);
  return Buffer.alloc(FRAME.length * Math.round(seconds / 0.072), FRAME);
}

/** Files of this many seconds, by their kind. */
export const mediaOf = {
  m4a: (seconds: number) => muxed(new Mp4OutputFormat({ fastStart: 'in-memory' }), { audio: 'aac', seconds }),
  /** With its table at the end of the file. */
  mov: (seconds: number) => muxed(new MovOutputFormat({ fastStart: false }), { audio: 'aac', seconds }),
  mkv: (seconds: number) => muxed(new MkvOutputFormat(), { audio: 'aac', video: 'vp8', seconds }),
  webm: (seconds: number) => muxed(new WebMOutputFormat(), { audio: 'opus', video: 'vp8', seconds }),
  mp3: async (seconds: number) => anMp3(seconds),
  ogg: (seconds: number) => ofAudio(new OggOutputFormat(), 'opus', seconds),
  aac: (seconds: number) => ofAudio(new AdtsOutputFormat(), 'aac', seconds),
  mpegTs: (seconds: number) => ofAudio(new MpegTsOutputFormat(), 'aac', seconds),
  flac: async (seconds: number) => aFlac(seconds),
  /** A picture without sound. */
  silent: (seconds: number) => muxed(new MkvOutputFormat(), { video: 'vp8', seconds }),
};

/** The same MP4, whose table of times (`stts`, ISO/IEC 14496-12 §8.6.1.2) says that each sample lasts one tick. */
export function withTinySamples(mp4: Uint8Array): Uint8Array {
  const bytes = Buffer.from(mp4);
  const table = bytes.indexOf('stts') + 8;
  const entries = bytes.readUInt32BE(table);
  for (let nth = 0; nth < entries; nth += 1) bytes.writeUInt32BE(1, table + 8 + nth * 8);
  return bytes;
}

const SMALL = { size: 300, channels: 2, description: AAC_LC_STEREO };
const LARGE = { size: 900, channels: 1, description: new Uint8Array([0x11, 0x88]) };
const SOUND = { mov: 'mp4a', mp4: 'mp4a', mkv: 'A_AAC' } as const;

/**
 * A file of two sounds of two seconds, of which players take either: a stereo one in AAC, and a larger one of one channel
 * in a codec that no one knows. With a name of its own, as `apac`, the codec has a setup of its own too.
 */
export async function ofTwoSounds(kind: keyof typeof SOUND, unknown: 'first' | 'second' | 'both'): Promise<Uint8Array> {
  const target = new BufferTarget();
  const formats = { mov: MovOutputFormat, mp4: Mp4OutputFormat, mkv: MkvOutputFormat };
  const output = new Output({ format: new formats[kind](), target });
  const sounds = [new EncodedAudioPacketSource('aac'), new EncodedAudioPacketSource('aac')];
  for (const sound of sounds) output.addAudioTrack(sound, { disposition: { default: true } });
  await output.start();
  const large = unknown === 'first' ? 0 : 1;
  for (let at = 0; at < 2; at += 0.05)
    for (const [nth, sound] of sounds.entries()) {
      const { size, channels, description } = nth === large ? LARGE : SMALL;
      const packet = new EncodedPacket(new Uint8Array(size).fill(nth + 1), 'key', at, 0.05);
      const decoderConfig = { codec: CODECS.aac, sampleRate: 48_000, numberOfChannels: channels, description };
      await sound.add(packet, { decoderConfig });
    }
  await output.finalize();
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer(0));
  if (unknown !== 'second') rename(bytes, SOUND[kind], 0);
  if (unknown !== 'first') rename(bytes, SOUND[kind], 1);
  return new Uint8Array(bytes);
}

/** The nth codec of a file is one that no one knows. */
function rename(bytes: Buffer, codec: string, nth: number): void {
  const table = codec === 'mp4a' ? 'stsd' : codec;
  let at = -1;
  for (let found = 0; found <= nth; found += 1) at = bytes.indexOf(table, at + 1);
  if (codec !== 'mp4a') bytes.write('A_XYZ', at, 'latin1');
  else {
    bytes.write('apac', bytes.indexOf(codec, at), 'latin1');
    bytes.write('dapa', bytes.indexOf('esds', at), 'latin1');
  }
}
