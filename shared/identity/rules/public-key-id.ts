/**
 * The name of an API key in the log: the first 12 characters of its digest (`ApiKeys`). They identify the key to those
 * who have it, and are of no use to find it: a key has 256 random bits.
 */
export const publicKeyId = (digest: string): string => digest.slice(0, 12);
