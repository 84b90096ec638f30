import type { LinearReader } from '#shared/foundation/media/played/linear-reader';
import { MOST_TRACKS, type Tally } from '#shared/foundation/media/played/tally';
import { opusLength, type PacketLength } from '#shared/foundation/media/rules/packet-lengths';
import { vorbisLength } from '#shared/foundation/media/rules/vorbis-packets';

/** RFC 3533, 6. */
const HEADER_BYTES = 27;
const CHECKSUM_AT = 22;
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
    const header = Buffer.from(await file.bytes(at, HEADER_BYTES));
    if (!header.subarray(0, 4).equals(CAPTURE)) {
      at = await file.find(CAPTURE, at + 1);
      continue;
    }
    const lacing = Buffer.from(await file.bytes(at + HEADER_BYTES, header[26] ?? 0));
    const flags = header[5] ?? 0;
    const serial = header.readUInt32LE(14);
    const dataAt = at + HEADER_BYTES + lacing.length;
    const size = lacing.reduce((sum, one) => sum + one, 0);
    const data = await file.bytes(dataAt, size);
    const stream = streams.get(serial) ?? { headers: [], pending: undefined, length: undefined };
    streams.set(serial, stream);
    if (streams.size > MOST_TRACKS || (flags & BEGIN && isAnother(stream, data)))
      tally.add(TRACK, Number.POSITIVE_INFINITY);
    countPage(stream, { data, lacing, flags }, tally);
    // Players pass over a page with a false checksum, and look for the next one within it.
    at = isIntact(header, lacing, data) ? dataAt + size : await file.find(CAPTURE, at + 1);
  }
}

/** A page that begins a stream anew, whose packets would have other lengths. */
const isAnother = ({ headers: [first] }: Stream, data: Buffer): boolean =>
  first !== undefined && !data.subarray(0, first.length).equals(first);

/** RFC 3533, 6: the checksum of a page is that of the page with 0 in its place. */
function isIntact(header: Buffer, lacing: Uint8Array, data: Uint8Array): boolean {
  const zeroed = Buffer.from(header);
  zeroed.fill(0, CHECKSUM_AT, CHECKSUM_AT + 4);
  return header.readUInt32LE(CHECKSUM_AT) === [zeroed, lacing, data].reduce(checksumAfter, 0);
}

/** CRC-32 of the generator polynomial 0x04c11db7, from the highest bit on. */
function checksumAfter(before: number, bytes: Uint8Array): number {
  let checksum = before;
  for (const byte of bytes) checksum = ((checksum << 8) ^ (CHECKSUMS[(checksum >>> 24) ^ byte] ?? 0)) >>> 0;
  return checksum;
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) rest = rest < 0 ? (rest << 1) ^ 0x04c11db7 : rest << 1;
  return rest;
});

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
