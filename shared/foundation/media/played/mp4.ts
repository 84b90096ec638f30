import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import type { LinearReader } from '#shared/foundation/media/played/linear-reader';
import { MOST_TRACKS, type Tally } from '#shared/foundation/media/played/tally';
import { secondsOfFlac } from '#shared/foundation/media/rules/flac-frames';
import {
  bytesLength,
  mpegAudioLength,
  opusLength,
  type PacketLength,
} from '#shared/foundation/media/rules/packet-lengths';
import { frameSecondsIn } from '#shared/foundation/media/rules/sound-entries';

/** Boxes whose boxes are read as if they were beside them (ISO/IEC 14496-12). */
const OPENED = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'];
const HEADER_BYTES = 16;
/** Of the entries of a table of samples. */
const MOST_ENTRY_BYTES = 16 * 1024;

interface Track {
  id: number;
  isSound: boolean;
  /** Of its table of samples and of all fragments. */
  samples: number;
  entries: number;
  /** The first entry, with its size and name. */
  entry: Buffer;
}

/** What players may play of an MP4 beside what its table says. */
interface Boxes {
  readonly tracks: Track[];
  fragmentOf: Track | undefined;
  /** Players differ in which of several they read. */
  tables: number;
  isCompressed: boolean;
}

/** The content of a box. */
interface Content {
  readonly sizeBytes: number;
  bytes(at: number, count: number): Promise<Buffer>;
  /** 0 behind the end of the file. */
  u32(at: number): Promise<number>;
}

/**
 * Counts the sound of all samples of the tracks of an MP4, whatever its times, edit lists and lengths say: their number by
 * the length that a frame of the codec has, or by what the packets say themselves. Codecs that are not known count as
 * endless; not in MOV, which Amazon Transcribe does not take, and where phones have some beside AAC.
 */
export async function countMp4(
  file: LinearReader,
  tracks: readonly InputAudioTrack[],
  tally: Tally,
  isMov: boolean,
): Promise<void> {
  const boxes = await boxesIn(file);
  if (boxes.tables > 1 || boxes.isCompressed || boxes.tracks.length > MOST_TRACKS)
    tally.add(0, Number.POSITIVE_INFINITY);
  for (const track of boxes.tracks.filter(({ isSound, samples }) => isSound && samples > 0)) {
    const each = track.entries === 1 ? frameSecondsIn(track.entry) : Number.POSITIVE_INFINITY;
    const found = tracks.find(({ id }) => id === track.id);
    if (each === undefined) await countPackets(track, found, tally);
    else if (Number.isFinite(each) || !isMov) tally.add(track.id, each * track.samples);
  }
}

/** What is read of a box, by its name. The first four bytes of most are their version and flags. */
const READ: Readonly<Record<string, (found: Boxes, content: Content) => Promise<void> | void>> = {
  moov(found) {
    found.tables += 1;
  },
  cmov(found) {
    found.isCompressed = true;
  },
  trak({ tracks }) {
    tracks.push({ id: 0, isSound: false, samples: 0, entries: 0, entry: Buffer.alloc(0) });
  },
  tkhd: (found, content) =>
    ofTrack(found, async (track) => {
      const [version] = await content.bytes(0, 1);
      track.id = await content.u32(version === 1 ? 20 : 12);
    }),
  hdlr: (found, content) =>
    ofTrack(found, async (track) => {
      track.isSound ||= (await content.bytes(8, 4)).toString('latin1') === 'soun';
    }),
  stsd: (found, content) =>
    ofTrack(found, async (track) => {
      track.entries += await content.u32(4);
      track.entry = Buffer.from(await content.bytes(8, Math.min(content.sizeBytes, MOST_ENTRY_BYTES)));
    }),
  stsz: (found, content) => ofTrack(found, (track) => addSamples(track, content, 8)),
  stz2: (found, content) => ofTrack(found, (track) => addSamples(track, content, 8)),
  async tfhd(found, content) {
    const id = await content.u32(4);
    found.fragmentOf = found.tracks.find((one) => one.id === id);
  },
  async trun({ fragmentOf }, content) {
    if (fragmentOf) await addSamples(fragmentOf, content, 4);
  },
};

async function ofTrack({ tracks }: Boxes, read: (track: Track) => Promise<void>): Promise<void> {
  const track = tracks.at(-1);
  if (track) await read(track);
}

async function addSamples(track: Track, content: Content, at: number): Promise<void> {
  track.samples += await content.u32(at);
}

async function boxesIn(file: LinearReader): Promise<Boxes> {
  const found: Boxes = { tracks: [], fragmentOf: undefined, tables: 0, isCompressed: false };
  for (let at = 0; at + 8 <= file.sizeBytes && found.tracks.length <= MOST_TRACKS; ) {
    const { name, content, end } = boxIn(await file.bytes(at, HEADER_BYTES), at, file.sizeBytes);
    if (end < content) break;
    await READ[name]?.(found, {
      sizeBytes: end - content,
      bytes: (from, count) => file.bytes(content + from, count),
      async u32(from) {
        const bytes = await file.bytes(content + from, 4);
        return bytes.length === 4 ? bytes.readUInt32BE() : 0;
      },
    });
    at = OPENED.includes(name) ? content : end;
  }
  return found;
}

/** By its header at this place: a size of 1 is followed by the true one, and one of 0 goes to the end of the file. */
function boxIn(header: Buffer, at: number, fileBytes: number) {
  const size = header.readUInt32BE(0);
  const name = header.toString('latin1', 4, 8);
  if (size === 1 && header.length === HEADER_BYTES)
    return { name, content: at + HEADER_BYTES, end: at + Number(header.readBigUInt64BE(8)) };
  return { name, content: at + 8, end: size === 0 ? fileBytes : at + size };
}

/** More samples than the package finds, such as fragments that no table announces, cannot be read. */
async function countPackets({ id, samples }: Track, track: InputAudioTrack | undefined, tally: Tally): Promise<void> {
  const codec = track && (await track.getCodec());
  const length = track && codec && (await lengthFor(track, codec));
  if (!length) return tally.add(id, Number.POSITIVE_INFINITY);
  let found = 0;
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    tally.add(id, length(data));
    found += 1;
    if (tally.isOver) return;
  }
  if (!codec.startsWith('pcm') && !LAWS.includes(codec) && samples > 1.05 * found + 100)
    tally.add(id, Number.POSITIVE_INFINITY);
}

const LAWS = ['ulaw', 'alaw'];

async function lengthFor(track: InputAudioTrack, codec: string): Promise<PacketLength | undefined> {
  if (codec === 'opus') return opusLength;
  if (codec === 'mp3') return mpegAudioLength;
  const rate = await track.getSampleRate();
  if (codec === 'flac') return (packet) => secondsOfFlac(packet, rate);
  const bytes = LAWS.includes(codec) || codec.endsWith('8') ? 1 : Number(/^pcm-[a-z](\d\d)/.exec(codec)?.[1] ?? 0) / 8;
  return bytes > 0 ? bytesLength(rate * (await track.getNumberOfChannels()) * bytes) : undefined;
}
