import { lowestFirstReader } from '#shared/foundation/media/rules/bit-reader';

const NAME_BYTES = 7;
const CODEBOOK = 0x564342;
const MOST_FLOOR_TYPE = 1;
const MOST_RESIDUE_TYPE = 2;

type Bits = ReturnType<typeof lowestFirstReader>;

class InvalidSetup extends Error {}

const check = (holds: boolean): void => {
  if (!holds) throw new InvalidSetup();
};

const times = (count: number, step: () => void): void => {
  for (let nth = 0; nth < count; nth += 1) step();
};

/** The bits that a number takes (Vorbis I, 9.2.1). */
const ilog = (value: number): number => (value > 0 ? Math.floor(Math.log2(value)) + 1 : 0);

/**
 * Whether the blocks of each mode are long, by the setup header as a decoder reads it (Vorbis I, 4.2.4): from its beginning,
 * since what follows its end is read by none. Undefined where a decoder would refuse it. Its time is that of its bits.
 */
export function vorbisModes(setup: Uint8Array, channels: number): readonly boolean[] | undefined {
  const bits = lowestFirstReader(setup.subarray(NAME_BYTES));
  try {
    times(bits.read(8) + 1, () => passCodebook(bits));
    times(bits.read(6) + 1, () => check(bits.read(16) === 0));
    times(bits.read(6) + 1, () => passFloor(bits));
    times(bits.read(6) + 1, () => passResidue(bits));
    times(bits.read(6) + 1, () => passMapping(bits, channels));
    const modes = Array.from({ length: bits.read(6) + 1 }, () => modeOf(bits));
    check(bits.read(1) === 1 && !bits.isBehindEnd());
    return modes;
  } catch (error) {
    if (error instanceof InvalidSetup) return undefined;
    throw error;
  }
}

function passCodebook(bits: Bits): void {
  check(bits.read(24) === CODEBOOK);
  const dimensions = bits.read(16);
  const entries = bits.read(24);
  if (bits.read(1) === 1) passOrderedLengths(bits, entries);
  else passLengths(bits, entries);
  const lookup = bits.read(4);
  check(lookup <= 2);
  if (lookup === 0) return;
  check(dimensions > 0);
  bits.pass(2 * 32);
  const valueBits = bits.read(4) + 1;
  bits.pass(1);
  bits.pass(valueBits * (lookup === 1 ? valuesOf(entries, dimensions) : entries * dimensions));
}

function passOrderedLengths(bits: Bits, entries: number): void {
  bits.pass(5);
  for (let passed = 0; passed < entries && !bits.isBehindEnd(); passed += bits.read(ilog(entries - passed)));
}

function passLengths(bits: Bits, entries: number): void {
  const isSparse = bits.read(1) === 1;
  if (!isSparse) bits.pass(5 * entries);
  for (let nth = 0; isSparse && nth < entries && !bits.isBehindEnd(); nth += 1) if (bits.read(1) === 1) bits.pass(5);
}

/** The largest number whose power by the dimensions is not above the entries (9.2.3). */
function valuesOf(entries: number, dimensions: number): number {
  let values = Math.floor(entries ** (1 / dimensions)) + 1;
  while (values > 0 && values ** dimensions > entries) values -= 1;
  return values;
}

function passFloor(bits: Bits): void {
  const type = bits.read(16);
  check(type <= MOST_FLOOR_TYPE);
  if (type === 1) passFloor1(bits);
  else passFloor0(bits);
}

function passFloor0(bits: Bits): void {
  bits.pass(8 + 16 + 16 + 6 + 8);
  bits.pass(8 * (bits.read(4) + 1));
}

function passFloor1(bits: Bits): void {
  const classes = Array.from({ length: bits.read(5) }, () => bits.read(4));
  const dimensions = Array.from({ length: Math.max(-1, ...classes) + 1 }, () => {
    const count = bits.read(3) + 1;
    const subclasses = bits.read(2);
    bits.pass(8 * ((subclasses > 0 ? 1 : 0) + 2 ** subclasses));
    return count;
  });
  bits.pass(2);
  const rangeBits = bits.read(4);
  for (const one of classes) bits.pass(rangeBits * (dimensions[one] ?? 0));
}

function passResidue(bits: Bits): void {
  check(bits.read(16) <= MOST_RESIDUE_TYPE);
  bits.pass(3 * 24);
  const classifications = bits.read(6) + 1;
  bits.pass(8);
  let books = 0;
  times(classifications, () => {
    const low = bits.read(3);
    const high = bits.read(1) === 1 ? bits.read(5) : 0;
    books += ones(high) + ones(low);
  });
  bits.pass(8 * books);
}

const ones = (value: number): number => value.toString(2).replaceAll('0', '').length;

function passMapping(bits: Bits, channels: number): void {
  check(bits.read(16) === 0);
  const submaps = bits.read(1) === 1 ? bits.read(4) + 1 : 1;
  if (bits.read(1) === 1) bits.pass(2 * ilog(channels - 1) * (bits.read(8) + 1));
  check(bits.read(2) === 0);
  if (submaps > 1) bits.pass(4 * channels);
  bits.pass(3 * 8 * submaps);
}

function modeOf(bits: Bits): boolean {
  const isLong = bits.read(1) === 1;
  check(bits.read(16) === 0 && bits.read(16) === 0);
  bits.pass(8);
  return isLong;
}
