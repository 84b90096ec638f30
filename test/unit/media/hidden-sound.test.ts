import { linearReader } from '#shared/foundation/media/played/linear-reader';
import { countMatroska } from '#shared/foundation/media/played/matroska';
import { countOgg } from '#shared/foundation/media/played/ogg';
import { tally } from '#shared/foundation/media/played/tally';
import { withZeros } from '#test/support/hostile-media';
import { describe, expect, it } from '#test/support/jest';
import { mediaOf } from './media-files.ts';
import { remuxed } from './some-audio.ts';

const SECONDS = 100;
/** A false page hides a third of the sound. */
const MOST_SECONDS = 0.9 * SECONDS;

type File = Uint8Array | Promise<Uint8Array>;

const joined = async (...files: File[]): Promise<Uint8Array> => new Uint8Array(Buffer.concat(await Promise.all(files)));

/** A copy of a file, changed. */
async function changed(file: File, change: (bytes: Buffer) => void): Promise<Uint8Array> {
  const bytes = Buffer.from(await file);
  change(bytes);
  return new Uint8Array(bytes);
}

const aWebM = () => remuxed('WebM', 'opus with a header', SECONDS);
const anOgg = () => mediaOf.ogg(SECONDS);

/** Where its pages begin. */
const pagesOf = (ogg: Buffer): readonly number[] => {
  const found: number[] = [];
  for (let at = ogg.indexOf('OggS'); at >= 0; at = ogg.indexOf('OggS', at + 4)) found.push(at);
  return found;
};

/** A later page says that it begins the stream, so that the packets after it look like headers. */
const withSecondBeginning = (ogg: Promise<Uint8Array>) =>
  changed(ogg, (bytes) => bytes.writeUInt8(2, (pagesOf(bytes)[2] ?? 0) + 5));

/** A page with a false checksum reaches over the pages of sound. */
async function withFalsePage(ogg: Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = Buffer.from(await ogg);
  const soundAt = pagesOf(bytes)[2] ?? 0;
  const header = Buffer.from(bytes.subarray(soundAt, soundAt + 27));
  header.writeUInt8(255, 26);
  return joined(bytes.subarray(0, soundAt), header, Buffer.alloc(255, 255), bytes.subarray(soundAt));
}

const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

/** The header of a Void (EBML) of so many bytes. */
function aVoid(size: number): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt8(0xec);
  header.writeUInt8(0x01, 1);
  header.writeUIntBE(size, 3, 6);
  return header;
}

const TRACKS = Buffer.from([0x16, 0x54, 0xae, 0x6b]);

/** Its tracks begin with eight megabytes of nothing. */
async function withLateTracks(webm: Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = Buffer.from(await webm);
  // The first is in the list of what stands where (SeekHead).
  const sizeAt = bytes.indexOf(TRACKS, bytes.indexOf(TRACKS) + TRACKS.length) + TRACKS.length;
  const sizeBytes = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  const size = bytes.readUIntBE(sizeAt, sizeBytes) % 2 ** (7 * sizeBytes);
  const nothing = Buffer.concat([aVoid(2 ** 23), Buffer.alloc(2 ** 23)]);
  const sizeInEight = aVoid(size + nothing.length).subarray(1);
  return joined(bytes.subarray(0, sizeAt), sizeInEight, nothing, bytes.subarray(sizeAt + sizeBytes));
}

/** Before its sound is an element that is larger than the file. */
async function withGiant(webm: Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = Buffer.from(await webm);
  const at = bytes.indexOf(CLUSTER);
  return joined(bytes.subarray(0, at), aVoid(2 ** 40), bytes.subarray(at));
}

/** The channels of its audio are another number of the track. */
const withSecondNumber = (webm: Promise<Uint8Array>) =>
  changed(webm, (bytes) => bytes.set([0xd7, 0x81, 0x02], bytes.indexOf(Buffer.from([0x9f, 0x81]))));

/** Whether nearly all of the sound of the file is counted, or more. */
async function isCounted(make: () => File, count: (...given: Parameters<typeof countOgg>) => Promise<void>) {
  const heard = tally(MOST_SECONDS);
  await count(linearReader(withZeros(await make())), heard);
  return heard.isOver;
}

describe('the sound of a file', () => {
  it.each([
    ['plain', anOgg],
    ['with a page that begins its stream anew', () => withSecondBeginning(anOgg())],
    ['with a page of a false checksum over the others', () => withFalsePage(anOgg())],
  ])('is counted in an Ogg file: %s', async (_kind, make) => {
    expect(await isCounted(make, countOgg)).toBe(true);
  });

  it.each([
    ['plain', aWebM],
    ['whose tracks begin late', () => withLateTracks(aWebM())],
    ['with an element that is larger than the file', () => withGiant(aWebM())],
    ['whose track has two numbers', () => withSecondNumber(aWebM())],
  ])('is counted in a WebM file: %s', async (_kind, make) => {
    expect(await isCounted(make, (file, heard) => countMatroska(file, heard, true))).toBe(true);
  });
});
