/** Reads a number of bits each time, the highest first; zeros behind the end. */
export function bitReader(bytes: Uint8Array): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let nth = 0; nth < count; nth += 1, at += 1)
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
}

/** The same with the lowest bit of a byte first, and of a number. */
export function lowestFirstReader(bytes: Uint8Array) {
  let at = 0;
  return {
    /** A number of at most 32 bits. */
    read(count: number): number {
      let value = 0;
      for (let nth = 0; nth < count; nth += 1, at += 1) value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** nth;
      return value;
    },
    pass(count: number): void {
      at += count;
    },
    isBehindEnd: (): boolean => at > bytes.length * 8,
  };
}
