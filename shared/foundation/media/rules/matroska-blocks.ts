/** A number whose first byte says how many it has (RFC 8794, 4). */
interface VariableNumber {
  readonly value: number;
  readonly bytes: number;
  /** All its bits are set: a size that was not known. */
  readonly isUnknown: boolean;
}

export function numberIn(bytes: Uint8Array, at: number): VariableNumber | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  const largest = 2 ** (7 * length) - 1;
  let value = first & (0xff >> length);
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte;
  return { value, bytes: length, isUnknown: value === largest };
}

const XIPH = 1;
const FIXED = 2;
const EBML = 3;
/** The time of the block, and its flags. */
const TIME_BYTES = 2;

/** The frames of a block, without its track number (RFC 9559, 10.3). Of one that is cut, those that are there. */
export function framesIn(block: Uint8Array): readonly Uint8Array[] {
  const lacing = ((block[TIME_BYTES] ?? 0) >> 1) & 3;
  const start = TIME_BYTES + 1;
  if (lacing === 0) return [block.subarray(start)];
  const count = (block[start] ?? 0) + 1;
  const { sizes, at } =
    lacing === XIPH ? xiphSizes(block, start + 1, count) : ebmlOrFixed(block, start + 1, count, lacing);
  let from = at;
  return [...sizes, Number.POSITIVE_INFINITY].map((size) => {
    const frame = block.subarray(from, from + Math.min(size, block.length));
    from += size;
    return frame;
  });
}

interface Laced {
  /** Of all frames but the last. */
  readonly sizes: readonly number[];
  readonly at: number;
}

function xiphSizes(block: Uint8Array, from: number, count: number): Laced {
  const sizes: number[] = [];
  let at = from;
  while (sizes.length < count - 1) {
    let size = 0;
    while (block[at] === 255) {
      size += 255;
      at += 1;
    }
    sizes.push(size + (block[at] ?? 0));
    at += 1;
  }
  return { sizes, at };
}

function ebmlOrFixed(block: Uint8Array, from: number, count: number, lacing: number): Laced {
  if (lacing === FIXED) {
    const each = Math.floor((block.length - from) / count);
    return { sizes: Array.from({ length: count - 1 }, () => each), at: from };
  }
  const sizes: number[] = [];
  let at = from;
  while (lacing === EBML && sizes.length < count - 1) {
    const number = numberIn(block, at);
    if (!number) break;
    at += number.bytes;
    const before = sizes.at(-1);
    // Each but the first is a difference, around the middle of its range.
    sizes.push(
      before === undefined ? number.value : Math.max(0, before + number.value - (2 ** (7 * number.bytes - 1) - 1)),
    );
  }
  return { sizes, at };
}
