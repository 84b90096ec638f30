import type { LinearReader } from '#shared/media/played/linear-reader';
import { MOST_TRACKS, type Tally } from '#shared/media/played/tally';
import { opusLength, type PacketLength } from '#shared/media/rules/packet-lengths';
import { vorbisLength } from '#shared/media/rules/vorbis-packets';

/** RFC 3533, 6. */
const HEADER_BYTES = 27;
const CAPTURE = Buffer.from('OggS');
/** Vorbis has three. */
const HEADERS = 3;
const CONTINUED = 1;
const BEGIN = 2;
/** Headers of a stream are kept until they are whole; those of Vorbis have some kilobytes. */
const MOST_HEADER_BYTES = 256 * 1024;
/** Sound whose packets are not known here. Pictures, texts and others do not sound. */
const OTHER_SOUND = ['Speex   ', '\u007fFLAC', 'fLaC', 'PCM     ', 'CELT    '];

interface Stream {
  readonly headers: Buffer[];
  /** The first bytes of the packet that has not ended. */
  pending: Buffer | undefined;
  length: PacketLength | undefined;
}

/** Streams count as one track: they may follow each other in the file, or the end of one may come before its last page. */
const TRACK = 0;

/** Counts the sound of all packets of an Ogg file, whatever its pages say of times, ends and streams. */
export async function countOgg(file: LinearReader, tally: Tally): Promise<void> {
  const streams = new Map<number, Stream>();
  let at = 0;
  while (at + HEADER_BYTES <= file.sizeBytes && !tally.isOver) {
    const header = await file.bytes(at, HEADER_BYTES);
    if (!header.subarray(0, 4).equals(CAPTURE)) {
      at = await file.find(CAPTURE, at + 1);
      continue;
    }
    const lacing = Buffer.from(await file.bytes(at + HEADER_BYTES, header[26] ?? 0));
    const flags = header[5] ?? 0;
    const serial = header.readUInt32LE(14);
    const dataAt = at + HEADER_BYTES + lacing.length;
    const size = lacing.reduce((sum, one) => sum + one, 0);
    if (flags & BEGIN || !streams.has(serial))
      streams.set(serial, { headers: [], pending: undefined, length: undefined });
    if (streams.size > MOST_TRACKS) tally.add(TRACK, Number.POSITIVE_INFINITY);
    const stream = streams.get(serial);
    if (stream) countPage(stream, { data: await file.bytes(dataAt, size), lacing, flags }, tally);
    at = dataAt + size;
  }
}

interface Page {
  readonly data: Buffer;
  readonly lacing: Uint8Array;
  readonly flags: number;
}

function countPage(stream: Stream, { data, lacing, flags }: Page, tally: Tally): void {
  if (!(flags & CONTINUED)) stream.pending = undefined;
  let from = 0;
  let at = 0;
  for (const [nth, size] of lacing.entries()) {
    at += size;
    const isEnd = size < 255;
    if (!isEnd && nth < lacing.length - 1) continue;
    const piece = data.subarray(from, at);
    from = at;
    const packet = stream.pending ? withMore(stream, piece) : piece;
    stream.pending = isEnd ? undefined : Buffer.from(packet);
    if (isEnd) countPacket(stream, packet, tally);
  }
}

/** Of packets of sound the first bytes are enough. */
function withMore({ pending = Buffer.alloc(0), length }: Stream, piece: Buffer): Buffer {
  return length || pending.length > MOST_HEADER_BYTES ? pending : Buffer.concat([pending, piece]);
}

function countPacket(stream: Stream, packet: Buffer, tally: Tally): void {
  const { headers, length } = stream;
  if (length) tally.add(TRACK, length(packet));
  else if (headers.length < HEADERS) {
    headers.push(Buffer.from(packet));
    if (!isKnown(stream)) tally.add(TRACK, Number.POSITIVE_INFINITY);
  }
}

/** Sets the length of packets once the headers say it. False for sound of which they do not. */
function isKnown(stream: Stream): boolean {
  const [first = Buffer.alloc(0), , third] = stream.headers;
  const names = (text: string, at = 0) => first.subarray(at, at + text.length).toString('latin1') === text;
  if (names('OpusHead') && stream.headers.length === 2) stream.length = opusLength;
  if (!names('vorbis', 1) || !third) return !OTHER_SOUND.some((name) => names(name));
  stream.length = vorbisLength(first, third);
  return stream.length !== undefined;
}
