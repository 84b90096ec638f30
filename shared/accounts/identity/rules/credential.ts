/**
 * What opened a channel: the one key of a user, or a session of a browser. Neither id is a secret, and neither opens
 * anything.
 */
export type Credential =
  | { readonly type: 'key'; readonly keyId: string }
  | { readonly type: 'session'; readonly sessionId: string };

/**
 * The public id of a key: the first 12 characters of its digest (`ApiKeys`). They identify the key to those who have it,
 * and are of no use to find it: a key has 256 random bits.
 */
export const keyIdOf = (digest: string): string => digest.slice(0, 12);
