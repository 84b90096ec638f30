/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes for ids and keys, from the same source. */
export const seededBytes =
  (random: () => number) =>
  (size: number): Uint8Array =>
    Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
