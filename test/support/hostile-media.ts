import type { RangedFile } from '#shared/foundation/media/ports';

/** A media file that takes far more work or memory than its bytes say. */
export interface HostileMedia {
  readonly named: string;
  readonly file: RangedFile;
}

/** Bytes, and zeros up to the size of the file. */
export const withZeros = (bytes: Uint8Array, sizeBytes = bytes.length): RangedFile => ({
  sizeBytes,
  async read(firstByte, endByte) {
    const piece = new Uint8Array(endByte - firstByte);
    piece.set(bytes.subarray(firstByte, endByte));
    return piece;
  },
});

/** Some bytes, then a piece again and again. */
const repeating = (head: Uint8Array, piece: Uint8Array, sizeBytes: number): RangedFile => ({
  sizeBytes,
  async read(firstByte, endByte) {
    const bytes = Buffer.alloc(endByte - firstByte);
    // A block that begins with the piece as it stands at `firstByte`, copied by doubling.
    const from = Math.max(0, firstByte - head.length) % piece.length;
    const turned = Buffer.concat([piece.subarray(from), piece.subarray(0, from)]);
    const begin = Math.max(0, head.length - firstByte);
    if (begin < bytes.length) bytes.fill(turned, begin);
    bytes.set(head.subarray(firstByte, Math.min(head.length, endByte)));
    return bytes;
  },
});

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

type Part = Uint8Array | readonly number[];
const joined = (parts: readonly Part[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** A box of MP4. What is `more` follows in the file, as zeros. */
const box = (name: string, parts: readonly Part[], more = 0): Buffer => {
  const content = joined(parts);
  return Buffer.concat([u32(8 + content.length + more), Buffer.from(name), content]);
};
const full = (name: string, parts: readonly Part[], more = 0): Buffer => box(name, [u32(0), ...parts], more);

const BYTES_OF_COUNT = 4;
const zeros = (count: number) => Buffer.alloc(count);

/** A sound of eight bits a sample, or of packets. */
const SOUND_ENTRY = {
  ulaw: box('ulaw', [zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u32(8000 << 16)]),
  opus: box('Opus', [zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u32(48_000 << 16)]),
};

interface Tables {
  readonly codec?: keyof typeof SOUND_ENTRY;
  readonly tables: readonly Part[];
  /** Zeros after the last table, which it has as entries. */
  readonly more?: number;
}

/** A file with one track of sound whose tables are these; the last is the last bytes of the file but `more`. */
function withTables({ codec = 'opus', tables, more = 0 }: Tables): Buffer {
  const stbl = box('stbl', [full('stsd', [u32(1), SOUND_ENTRY[codec]]), ...tables], more);
  const mdhd = full('mdhd', [u32(0), u32(0), u32(48_000), u32(48_000), u16(0x55c4), u16(0)]);
  const hdlr = full('hdlr', [u32(0), Buffer.from('soun'), zeros(12), [0]]);
  const minf = box('minf', [full('smhd', [u32(0)]), stbl], more);
  const tkhd = full('tkhd', [u32(0), u32(0), u32(1), u32(0), u32(48_000), zeros(60)]);
  const trak = box('trak', [tkhd, box('mdia', [mdhd, hdlr, minf], more)], more);
  const mvhd = full('mvhd', [u32(0), u32(0), u32(48_000), u32(48_000), zeros(80)]);
  return Buffer.concat([box('ftyp', [Buffer.from('isom'), u32(0)]), box('moov', [mvhd, trak], more)]);
}

const stts = (count: number, delta: number) => full('stts', [u32(1), u32(count), u32(delta)]);
const stsc = (samplesPerChunk: number) => full('stsc', [u32(1), u32(1), u32(samplesPerChunk), u32(1)]);
const stsz = (size: number, count: number) => full('stsz', [u32(size), u32(count)]);
const stco = full('stco', [u32(1), u32(0)]);

const LAST_U32 = 0xffff_ffff;
const MIB = 2 ** 20;

/** A table of so many entries of zeros at the end of the file. */
function longTable(
  name: string,
  { entries, bytesEach, lead = [] }: { entries: number; bytesEach: number; lead?: Part[] },
) {
  const more = entries * bytesEach;
  const others = [stts(entries, 1), stsc(1), stco, stsz(1, entries)].filter((one) => !one.includes(name));
  const bytes = withTables({ tables: [...others, full(name, [...lead, u32(entries)], more)], more });
  return withZeros(bytes, bytes.length + more);
}

/** A number of WebM or Matroska in so many bytes. */
const vint = (value: number, width: number): Buffer => {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value % 2 ** 32, Math.max(0, width - 4), Math.min(4, width));
  if (width > 4) bytes.writeUIntBE(Math.floor(value / 2 ** 32), 0, width - 4);
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (width - 1));
  return bytes;
};
const ebml = (id: readonly number[], content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(id), vint(content.length, 8), content]);

/** A track of sound at 48 kHz. */
const tracks = (codec: string) =>
  ebml(
    [0x16, 0x54, 0xae, 0x6b],
    ebml(
      [0xae],
      joined([
        ebml([0xd7], Buffer.from([1])),
        ebml([0x73, 0xc5], Buffer.from([1])),
        ebml([0x83], Buffer.from([2])),
        ebml([0x86], Buffer.from(codec)),
        ebml([0xe1], joined([ebml([0x9f], Buffer.from([1])), ebml([0xb5], u32(0x473b8000))])),
      ]),
    ),
  );
const ebmlHead = (docType: string) => ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], Buffer.from(docType)));
const INFO = ebml([0x15, 0x49, 0xa9, 0x66], ebml([0x2a, 0xd7, 0xb1], Buffer.from([0x0f, 0x42, 0x40])));

const segment = (sizeBytes: number) => Buffer.concat([Buffer.from([0x18, 0x53, 0x80, 0x67]), vint(sizeBytes, 8)]);

/** A segment of WebM whose last element has a piece again and again. */
function webmWith(id: readonly number[], piece: Uint8Array, bytes: number, lead: Uint8Array = zeros(0)): RangedFile {
  const open = Buffer.concat([Buffer.from(id), vint(lead.length + bytes, 8), lead]);
  const inside = Buffer.concat([INFO, tracks('A_VORBIS'), open]);
  const head = Buffer.concat([ebmlHead('webm'), segment(inside.length + bytes), inside]);
  return repeating(head, piece, head.length + bytes);
}

/** A cluster of the first moment, with one packet. */
const clusterOf = (packet: Uint8Array): Buffer =>
  ebml(
    CLUSTER,
    joined([ebml([0xe7], Buffer.from([0])), ebml([0xa3], Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), packet]))]),
  );

/** A Matroska of MP3 with one frame, and then packets of 8 MiB that begin none. */
function withoutFrames(byte: number, sizeBytes: number): RangedFile {
  const piece = clusterOf(Buffer.alloc(8 * MIB, byte));
  const inside = Buffer.concat([INFO, tracks('A_MPEG/L3'), clusterOf(shortFrame)]);
  const bytes = Math.floor(sizeBytes / piece.length - 1) * piece.length;
  const head = Buffer.concat([ebmlHead('matroska'), segment(inside.length + bytes), inside]);
  return repeating(head, piece, head.length + bytes);
}

const cuePoint = Buffer.from([0xbb, 0x8b, 0xb3, 0x81, 0, 0xb7, 0x86, 0xf7, 0x81, 1, 0xf1, 0x81, 0]);
const block = Buffer.from([0xa3, 0x85, 0x81, 0, 0, 0x80, 0]);
/** Of 256 frames of no byte. */
const lacedBlock = Buffer.from([0xa3, 0x85, 0x81, 0, 0, 0x84, 255]);
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];

/** A page of Ogg with 255 packets of no byte. */
const oggPage = Buffer.concat([Buffer.from('OggS\0\0'), zeros(20), Buffer.from([255]), zeros(255)]);
const OGG_HEAD = (() => {
  const opus = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const page = Buffer.from('OggS\0\u0002');
  return Buffer.concat([page, zeros(20), Buffer.from([1, opus.length]), opus]);
})();

/** An ID3 tag of 256 MB, before an MP3. */
const ID3_HEAD = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]);

const LE32 = (value: number) => u32(value).reverse();
/** A WAV of chunks of no byte. */
const WAV_HEAD = Buffer.concat([Buffer.from('RIFF'), LE32(LAST_U32), Buffer.from('WAVE')]);
const emptyChunk = Buffer.concat([Buffer.from('LIST'), LE32(0)]);

/** The shortest frame of MPEG audio: layer III, 8 kbit/s at 24 kHz, 24 bytes. */
const shortFrame = Buffer.concat([Buffer.from([0xff, 0xf3, 0x14, 0xc4]), zeros(20)]);
/** ADTS of 7 bytes: a header alone, of 96 kHz, so of 11 ms. */
const adtsFrame = Buffer.from([0xff, 0xf1, 0x40, 0x40, 0, 0xff, 0xfc]);
/** A packet of MPEG-TS that says nothing. */
const tsPacket = Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), zeros(184)]);

/** A fragmented MP4 whose first run has so many samples by its count alone. */
const withRun = (samples: number): Buffer =>
  Buffer.concat([
    fragmented(),
    box('moof', [
      full('mfhd', [u32(1)]),
      box('traf', [full('tfhd', [u32(1)]), full('tfdt', [u32(0)]), full('trun', [u32(samples)])]),
    ]),
  ]);

function fragmented(): Buffer {
  const bytes = withTables({
    tables: [full('stts', [u32(0)]), full('stsc', [u32(0)]), stsz(0, 0), full('stco', [u32(0)])],
  });
  const trex = full('trex', [u32(1), u32(1), u32(1), u32(1), u32(0)]);
  const mvex = box('mvex', [trex]);
  const at = bytes.indexOf('moov') - BYTES_OF_COUNT;
  const grown = Buffer.concat([bytes, mvex]);
  grown.writeUInt32BE(bytes.readUInt32BE(at) + mvex.length, at);
  return grown;
}

/** Sound of Opus in MP4, in so many packets of one byte and no length. */
export const withTinyPackets = (packets: number): RangedFile =>
  withZeros(withTables({ tables: [stts(packets, 0), stsc(packets), stco, stsz(1, packets)] }), packets + 4096);

/** Files of each format whose tables or frames are far more than any recording has. */
export const hostileMedia = (sizeBytes = 2 * 1024 * MIB): readonly HostileMedia[] => [
  { named: 'stsz of 45 million entries', file: longTable('stsz', { entries: 45e6, bytesEach: 4, lead: [u32(0)] }) },
  { named: 'stsz of 7 million entries', file: longTable('stsz', { entries: 7e6, bytesEach: 4, lead: [u32(0)] }) },
  { named: 'stco of 7 million entries', file: longTable('stco', { entries: 7e6, bytesEach: 4 }) },
  { named: 'stts of 3.5 million entries', file: longTable('stts', { entries: 35e5, bytesEach: 8 }) },
  { named: 'ctts of 3.5 million entries', file: longTable('ctts', { entries: 35e5, bytesEach: 8 }) },
  {
    named: 'stts and ctts that count 4 billion samples',
    file: withZeros(
      withTables({
        tables: [stts(LAST_U32, 1), full('ctts', [u32(1), u32(LAST_U32), u32(1)]), stsc(1), stsz(1, LAST_U32), stco],
      }),
    ),
  },
  {
    named: 'stsc that counts 4 billion chunks of PCM',
    file: withZeros(
      withTables({
        codec: 'ulaw',
        tables: [
          stts(LAST_U32, 1),
          full('stsc', [u32(2), u32(1), u32(1), u32(1), u32(LAST_U32), u32(1), u32(1)]),
          stsz(1, LAST_U32),
          stco,
        ],
      }),
    ),
  },
  { named: 'trun that counts 4 billion samples', file: withZeros(withRun(LAST_U32), 4096) },
  {
    named: 'boxes of no byte',
    file: repeating(box('ftyp', [Buffer.from('isom'), u32(0)]), box('free', []), sizeBytes),
  },
  { named: 'WebM cues of 30 MB', file: webmWith([0x1c, 0x53, 0xbb, 0x6b], cuePoint, 30 * MIB) },
  {
    named: 'a WebM cluster of 30 MB of blocks',
    file: webmWith(CLUSTER, block, 30 * MIB, Buffer.from([0xe7, 0x81, 0])),
  },
  {
    named: 'a WebM cluster of 30 MB of laced blocks',
    file: webmWith(CLUSTER, lacedBlock, 30 * MIB, Buffer.from([0xe7, 0x81, 0])),
  },
  { named: 'MP3 in Matroska of zeros', file: withoutFrames(0, sizeBytes) },
  { named: 'MP3 in Matroska of bytes that may begin a frame', file: withoutFrames(0xff, sizeBytes) },
  { named: 'an ID3 tag of 256 MB', file: repeating(ID3_HEAD, shortFrame, sizeBytes) },
  { named: 'MP3 of frames of 24 bytes', file: repeating(zeros(0), shortFrame, sizeBytes) },
  { named: 'ADTS of frames of 7 bytes', file: repeating(zeros(0), adtsFrame, sizeBytes) },
  { named: 'Ogg pages of 255 empty packets', file: repeating(OGG_HEAD, oggPage, sizeBytes) },
  { named: 'a WAV of empty chunks', file: repeating(WAV_HEAD, emptyChunk, sizeBytes) },
  { named: 'MPEG-TS of null packets', file: repeating(zeros(0), tsPacket, sizeBytes) },
  {
    named: 'a FLAC without a frame',
    file: withZeros(
      Buffer.concat([
        Buffer.from('fLaC'),
        Buffer.from([0x80, 0, 0, 34]),
        u16(4096),
        u16(4096),
        zeros(6),
        Buffer.from([0x0a, 0xc4, 0x42, 0xf0]),
        zeros(20),
      ]),
      64 * MIB,
    ),
  },
];
