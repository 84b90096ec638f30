import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

/** Of MPEG-1 layer III with 64 kbit/s and 32 kHz. */
export const FRAME = { bytes: 288, seconds: 0.036 } as const;

/** Frames of an MP3; each has its number as its content. */
export function anMp3(frames: number): Uint8Array {
  return new Uint8Array(Buffer.concat(Array.from({ length: frames }, (_, index) => anMp3Frame(index))));
}

function anMp3Frame(index: number): Buffer {
  const frame = Buffer.alloc(FRAME.bytes, index % 200);
  frame.set([0xff, 0xfb, 0x58, 0xc4]);
  return frame;
}

/** 20 ms of wideband speech (RFC 6716, table 2). */
function anOpusPacket(index: number): Buffer {
  return Buffer.concat([Buffer.from([0x48]), Buffer.alloc(119, index % 200)]);
}

/** RFC 7845, 5.1: version 1, one channel, no samples to skip, 48 kHz, no gain, mapping 0. */
const OPUS_HEAD = new Uint8Array([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);

const CODECS = {
  mp3: { seconds: FRAME.seconds, make: anMp3Frame, config: { codec: 'mp3', sampleRate: 32_000, numberOfChannels: 1 } },
  opus: {
    seconds: 0.02,
    make: anOpusPacket,
    config: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 },
  },
  'opus with a header': {
    seconds: 0.02,
    make: anOpusPacket,
    config: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: OPUS_HEAD },
  },
  // AAC-LC, 16 kHz, one channel, as its AudioSpecificConfig says (ISO/IEC 14496-3, 1.6.2.1).
  aac: {
    seconds: 0.064,
    make: (index: number) => Buffer.alloc(400, index % 200),
    config: { codec: 'mp4a.40.2', sampleRate: 16_000, numberOfChannels: 1, description: new Uint8Array([0x14, 0x08]) },
  },
} as const;

const CONTAINERS = {
  MP4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  'fragmented MP4': () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  MOV: () => new MovOutputFormat({ fastStart: false }),
  'MPEG-TS': () => new MpegTsOutputFormat(),
  Ogg: () => new OggOutputFormat(),
  WebM: () => new WebMOutputFormat(),
  Matroska: () => new MkvOutputFormat(),
} as const;

/**
 * A file with some seconds of packets that are different from their neighbours. Its first packet is at `startSeconds`: MP4
 * has an edit list for that, which leaves out the sound before zero. The times are those of a file that is `shorter` than
 * its sound by that factor.
 */
export async function remuxed(
  container: keyof typeof CONTAINERS,
  codec: keyof typeof CODECS,
  seconds: number,
  startSeconds = 0,
  shorter = 1,
): Promise<Uint8Array> {
  const { make, config, seconds: each } = CODECS[codec];
  const name = codec === 'opus with a header' ? 'opus' : codec;
  const output = new Output({ format: CONTAINERS[container](), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource(name);
  output.addAudioTrack(source);
  await output.start();
  for (let index = 0; index * each < seconds; index += 1)
    await source.add(new EncodedPacket(make(index), 'key', startSeconds + (index * each) / shorter, each / shorter), {
      decoderConfig: config,
    });
  source.close();
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/** A file with so many tracks of two seconds each, which sound at once. */
export async function withTracks(container: 'MP4' | 'MOV' | 'Matroska', count: number): Promise<Uint8Array> {
  const { make, config, seconds } = CODECS.aac;
  const output = new Output({ format: CONTAINERS[container](), target: new BufferTarget() });
  const sources = Array.from({ length: count }, () => {
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source);
    return source;
  });
  await output.start();
  for (let index = 0; index * seconds < 2; index += 1)
    for (const source of sources)
      await source.add(new EncodedPacket(make(index), 'key', index * seconds, seconds), { decoderConfig: config });
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/** A track of sound of one byte a sample, each of which has the number of its second. */
interface NumberedTrack {
  readonly numbers: readonly number[];
  /** Where its first packet is; 0 where it is left out. */
  readonly startSeconds?: number;
  /** The one that players play: `false` for all others of a file. */
  readonly isDefault?: boolean;
}

/** Samples a second, all of which are one packet. */
const NUMBERED_RATE = 1000;

/** A file with tracks of sound that start at different times. */
export async function aFileOfTracks(
  container: 'MOV' | 'MP4' | 'Matroska',
  tracks: readonly NumberedTrack[],
  codec: 'pcm-u8' | 'aac' = 'pcm-u8',
): Promise<Uint8Array> {
  const output = new Output({ format: CONTAINERS[container](), target: new BufferTarget() });
  const sources = tracks.map(({ isDefault = true }) => {
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source, { disposition: { default: isDefault } });
    return source;
  });
  await output.start();
  const packets = tracks.flatMap(({ numbers, startSeconds = 0 }, track) =>
    numbers.map((number, second) => ({ number, track, at: startSeconds + second })),
  );
  const pcm = { codec: 'pcm-u8', sampleRate: NUMBERED_RATE, numberOfChannels: 1 };
  const decoderConfig = codec === 'aac' ? CODECS.aac.config : pcm;
  for (const { number, track, at } of packets.toSorted((one, other) => one.at - other.at))
    await sources[track]?.add(new EncodedPacket(Buffer.alloc(NUMBERED_RATE, number), 'key', at, 1), { decoderConfig });
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/**
 * The Matroska, in which the packet of one number belongs to a track that is not there: the first byte of a block is the
 * number of its track, before its time and its flags (RFC 9559, 10.1).
 */
export function withoutPacketOf(number: number, matroska: Uint8Array): Uint8Array {
  const bytes = Buffer.from(matroska);
  const block = bytes.indexOf(Buffer.alloc(NUMBERED_RATE, number)) - 4;
  bytes[block] = 0x80 | 50;
  return new Uint8Array(bytes);
}

/** The packets of a file, with their times. */
export async function packetsIn(file: Uint8Array): Promise<readonly { readonly at: number; readonly hex: string }[]> {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('The file has no sound.');
  const packets: { at: number; hex: string }[] = [];
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
    packets.push({ at: timestamp, hex: Buffer.from(data).toString('hex') });
  input.dispose();
  return packets;
}

/** How many tracks of sound a file has. */
export async function tracksIn(file: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  return (await input.getAudioTracks()).length;
}
