/** A piece overlaps the next by so much: a word that is cut at the end of one is whole in the next. */
export const OVERLAP_SECONDS = 5;

/**
 * A request to a speech server is given four minutes. One on processors takes up to half the time of the sound beside
 * other programs (docs/recorders.md#on-the-local-stack).
 */
export const LONGEST_PIECE_SECONDS = 300;
