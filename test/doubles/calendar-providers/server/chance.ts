/** Numbers from 0 up to 1, the same ones each time for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = (alphabet: string, length: number, random: () => number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');

const HEX = '0123456789abcdef';
const BASE32_HEX = '0123456789abcdefghijklmnopqrstuv';
const URL_SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export type Chance = ReturnType<typeof someChance>;

/** What servers make up, in the alphabets of the real ones. */
export const someChance = (random: () => number) => ({
  hex: (length: number) => pick(HEX, length, random),
  base32: (length: number) => pick(BASE32_HEX, length, random),
  urlSafe: (length: number) => pick(URL_SAFE, length, random),
  uuid: () => [8, 4, 4, 4, 12].map((length) => pick(HEX, length, random)).join('-'),
});
