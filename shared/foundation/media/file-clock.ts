import { type Input, MPEG_TS } from 'mediabunny';

/**
 * Where the clock of a file is zero, in the seconds of its packets: what players show as the beginning. An MPEG transport
 * stream counts from any moment, so that its first packet is its zero; all other formats begin at zero, though their first
 * packet may come later, or, where an edit list leaves out a beginning, earlier.
 */
export const zeroOf = async (input: Input): Promise<number> =>
  (await input.getFormat()) === MPEG_TS ? input.getFirstTimestamp() : 0;
