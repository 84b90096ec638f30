/** Seeds that one test runs, so that no test of a release runs into the bound of its time on a busy machine. */
const PORTION = 250;

/** The seeds from 1 to `count`, as the first and the last of each portion. */
export const portionsOf = (count: number): readonly (readonly [first: number, last: number])[] =>
  Array.from({ length: Math.ceil(count / PORTION) }, (_, nth) => [
    1 + nth * PORTION,
    Math.min(count, (nth + 1) * PORTION),
  ]);
