import type { LinearReader } from '#shared/foundation/media/played/linear-reader';
import { MOST_TRACKS, type Tally } from '#shared/foundation/media/played/tally';
import { secondsOfFlac } from '#shared/foundation/media/rules/flac-frames';
import { framesIn, numberIn } from '#shared/foundation/media/rules/matroska-blocks';
import {
  aacFrameSeconds,
  bytesLength,
  mpegAudioLength,
  opusLength,
  type PacketLength,
} from '#shared/foundation/media/rules/packet-lengths';
import { vorbisLength } from '#shared/foundation/media/rules/vorbis-packets';

/** RFC 9559, 5. */
const ID = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  entry: 0xae,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  number: 0xd7,
  type: 0x83,
  codec: 0x86,
  setup: 0x63a2,
  audio: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  bits: 0x6264,
  encodings: 0x6d80,
  encoding: 0x6240,
  compression: 0x5034,
  algorithm: 0x4254,
  stripped: 0x4255,
};
/** What is in these is read as if it were beside them. Their sizes may be unknown, or false. */
const OPENED = [ID.segment, ID.cluster, ID.blockGroup];
const IN_TRACK = [ID.entry, ID.audio, ID.encodings, ID.encoding, ID.compression];
/** In which of them each value has its place. */
const PLACE_OF: ReadonlyMap<number, number> = new Map([
  ...[ID.number, ID.type, ID.codec, ID.setup].map((id) => [id, ID.entry] as const),
  ...[ID.rate, ID.channels, ID.bits].map((id) => [id, ID.audio] as const),
  ...[ID.algorithm, ID.stripped].map((id) => [id, ID.compression] as const),
]);
const BLOCKS = [ID.block, ID.simpleBlock];
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
const SOUND = 2;
const STRIPPED_HEADER = 3;
/** Of an element that is read at once. */
const MOST_BYTES = 8 * 1024 * 1024;
const ELEMENT_HEADER_BYTES = 12;
/** Of a value that is kept of a track: headers of Vorbis have some kilobytes. */
const MOST_VALUE_BYTES = 64 * 1024;

/** What a track says of itself. */
type Values = ReadonlyMap<number, Buffer>;

interface Track {
  readonly values: Values;
  readonly length: PacketLength;
}

/** Counts the sound of all blocks of a Matroska or WebM file, whatever its cues, times and lengths say. */
export async function countMatroska(file: LinearReader, tally: Tally, isWebM: boolean): Promise<void> {
  const tracks = new Map<number, Track>();
  const unknown = isWebM ? ENDLESS : SILENT;
  const parents = new OpenParents(file.sizeBytes);
  for (let at = 0; at < file.sizeBytes && !tally.isOver; ) {
    const element = elementIn(await file.bytes(at, ELEMENT_HEADER_BYTES));
    if (!element || (element.size === undefined && !OPENED.includes(element.id))) {
      at = await file.find(CLUSTER, at + 1);
      continue;
    }
    const { id, headerBytes, size = 0 } = element;
    const content = at + headerBytes;
    if (id === ID.tracks) await readTracks(file, { at: content, size }, tracks, { tally, unknown });
    if (BLOCKS.includes(id)) await countBlock(file, { at: content, size }, tracks, tally);
    at =
      parents.after(at, { content, size: element.size, isOpened: OPENED.includes(id) }) ??
      (await file.find(CLUSTER, at + 1));
  }
}

async function readTracks(
  file: LinearReader,
  { at, size }: Place,
  tracks: Map<number, Track>,
  { tally, unknown }: { readonly tally: Tally; readonly unknown: PacketLength },
): Promise<void> {
  const isRead = size <= MOST_BYTES && addTracks(tracks, await file.bytes(at, size), unknown);
  if (!isRead) tally.add(0, Number.POSITIVE_INFINITY);
}

interface Found {
  readonly content: number;
  /** Undefined where it is unknown. */
  readonly size: number | undefined;
  readonly isOpened: boolean;
}

/** The ends of the elements that are open, the outermost first. */
class OpenParents {
  #ends: readonly number[];

  constructor(fileBytes: number) {
    this.#ends = [fileBytes];
  }

  /**
   * Where the element behind the one at a place is: its first child where it is opened. Undefined behind an element that is
   * larger than the one that it is in: players look for the next cluster then. One of unknown size ends with its parent.
   */
  after(at: number, { content, size, isOpened }: Found): number | undefined {
    this.#ends = this.#ends.filter((end, nth) => nth === 0 || at < end);
    const parentEnd = this.#ends.at(-1) ?? 0;
    const end = size === undefined ? parentEnd : content + size;
    if (isOpened) this.#ends = [...this.#ends, Math.min(end, parentEnd)];
    else if (end > parentEnd) return undefined;
    return isOpened ? content : end;
  }
}

const DOUBLED: Track = { values: new Map(), length: () => Number.POSITIVE_INFINITY };

/** Those of sound. False where they are too many, or do not say clearly what they are. */
function addTracks(tracks: Map<number, Track>, bytes: Buffer, unknown: PacketLength): boolean {
  const entries = entriesIn(bytes);
  for (const values of entries.filter((one) => numberOf(one.get(ID.type)) === SOUND)) {
    const number = numberOf(values.get(ID.number));
    // Players differ on which of two tracks with one number counts.
    tracks.set(number, tracks.has(number) ? DOUBLED : { values, length: lengthFor(values) ?? unknown });
  }
  const isClear = !entries.some((values) => values.has(AMBIGUOUS));
  return isClear && entries.length <= MOST_TRACKS && tracks.size <= MOST_TRACKS;
}

interface Place {
  readonly at: number;
  readonly size: number;
}

/** Nothing but the number of its track is read of a block of pictures. */
async function countBlock(
  file: LinearReader,
  { at, size }: Place,
  tracks: ReadonlyMap<number, Track>,
  tally: Tally,
): Promise<void> {
  const number = numberIn(await file.bytes(at, ELEMENT_HEADER_BYTES), 0);
  const track = number && tracks.get(number.value);
  if (!number || !track) return;
  if (size > MOST_BYTES) return tally.add(number.value, Number.POSITIVE_INFINITY);
  const stripped = track.values.get(ID.stripped);
  for (const frame of framesIn(await file.bytes(at + number.bytes, size - number.bytes)))
    tally.add(number.value, track.length(stripped ? Buffer.concat([stripped, frame]) : frame));
}

function elementIn(bytes: Buffer) {
  const first = bytes[0] ?? 0;
  const idBytes = Math.clz32(first) - 23;
  if (idBytes > 4 || bytes.length <= idBytes) return undefined;
  const size = numberIn(bytes, idBytes);
  return (
    size && {
      id: bytes.readUIntBE(0, idBytes),
      headerBytes: idBytes + size.bytes,
      size: size.isUnknown ? undefined : size.value,
    }
  );
}

/** A value of a track stands twice, or where it does not belong: players differ on which counts. */
const AMBIGUOUS = -1;

/** Of each track, of one more than are read at most. */
function entriesIn(bytes: Buffer): readonly Values[] {
  const found: Map<number, Buffer>[] = [];
  let open: readonly { readonly id: number; readonly end: number }[] = [];
  for (let at = 0; at < bytes.length && found.length <= MOST_TRACKS; ) {
    const element = elementIn(bytes.subarray(at, at + ELEMENT_HEADER_BYTES));
    if (!element) break;
    const { id, headerBytes, size = 0 } = element;
    const from = at + headerBytes;
    open = open.filter(({ end }) => from <= end && at < end);
    if (id === ID.entry) found.push(new Map());
    const track = found.at(-1);
    if (id === ID.compression) track?.set(id, Buffer.alloc(0));
    if (track && PLACE_OF.has(id))
      setValue(track, id, bytes.subarray(from, from + Math.min(size, MOST_VALUE_BYTES)), open.at(-1)?.id);
    const isOpened = IN_TRACK.includes(id);
    if (isOpened) open = [...open, { id, end: from + size }];
    at = from + (isOpened ? 0 : size);
  }
  return found;
}

function setValue(track: Map<number, Buffer>, id: number, value: Buffer, within: number | undefined): void {
  if (track.has(id) || PLACE_OF.get(id) !== within) track.set(AMBIGUOUS, Buffer.alloc(0));
  track.set(id, Buffer.from(value));
}

const ENDLESS: PacketLength = () => Number.POSITIVE_INFINITY;
const SILENT: PacketLength = () => 0;

/** What makes the length of a codec, by the beginning of its name. */
const LENGTHS: readonly (readonly [name: string, make: (values: Values) => PacketLength])[] = [
  ['A_OPUS', () => opusLength],
  ['A_VORBIS', (values) => vorbisIn(bytesOf(values, ID.setup)) ?? ENDLESS],
  ['A_MPEG/', () => mpegAudioLength],
  ['A_FLAC', (values) => (packet) => secondsOfFlac(packet, rateOf(values))],
  ['A_AAC', (values) => framesOf(aacSeconds(values))],
  ['A_PCM/', (values) => bytesLength((rateOf(values) * channelsOf(values) * bitsOf(values)) / 8)],
];

/** Undefined for a codec that is not known here: WebM may have none, and Amazon Transcribe takes no other Matroska. */
function lengthFor(values: Values): PacketLength | undefined {
  if (values.has(ID.compression) && numberOf(values.get(ID.algorithm)) !== STRIPPED_HEADER) return ENDLESS;
  const codec = bytesOf(values, ID.codec).toString('latin1');
  const [, make] = LENGTHS.find(([name]) => codec.startsWith(name)) ?? [];
  return make?.(values);
}

const bytesOf = (values: Values, id: number): Buffer => values.get(id) ?? Buffer.alloc(0);
const rateOf = (values: Values): number => floatOf(values.get(ID.rate)) ?? DEFAULT_RATE;
const channelsOf = (values: Values): number => numberOf(values.get(ID.channels)) || 1;
const bitsOf = (values: Values): number => numberOf(values.get(ID.bits)) || 16;
const DEFAULT_RATE = 8000;

const framesOf =
  (seconds: number): PacketLength =>
  () =>
    seconds;

const aacSeconds = (values: Values): number =>
  values.has(ID.setup) ? aacFrameSeconds(bytesOf(values, ID.setup)) : 1024 / rateOf(values);

/** The three headers of Vorbis, by a count and the lengths of the first two. */
function vorbisIn(setup: Buffer): PacketLength | undefined {
  let at = 1;
  const lengthOf = () => {
    let length = 0;
    let byte = 255;
    for (; byte === 255 && at < setup.length; at += 1) {
      byte = setup[at] ?? 0;
      length += byte;
    }
    return length;
  };
  const [first, second] = [lengthOf(), lengthOf()];
  return vorbisLength(setup.subarray(at, at + first), setup.subarray(at + first + second));
}

const numberOf = (bytes: Buffer = Buffer.alloc(0)): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

const floatOf = (bytes: Buffer | undefined): number | undefined =>
  bytes?.length === 4 ? bytes.readFloatBE() : bytes?.length === 8 ? bytes.readDoubleBE() : undefined;
