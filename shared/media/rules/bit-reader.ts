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
