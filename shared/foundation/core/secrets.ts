/**
 * Keeps secrets unreadable at rest. The context says whose the secret is; opening it with another context throws
 * `DecryptionFailed`. Fails when the key service is out of reach, or lets us use no key at all: the caller retries or
 * answers 503.
 */
export interface Sealer {
  seal(plaintext: string, context: SealContext): Promise<string>;
  open(sealed: string, context: SealContext): Promise<string>;
}

/** Sealed for another context, with another key, or damaged: a retry fails until an operator repairs it. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
}

/** What was opened; undefined where it is `DecryptionFailed`. */
export async function undefinedIfUndecryptable<Value>(opening: Promise<Value>): Promise<Value | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}

/** Whose secret it is, a workspace's or a user's, and which of them. */
export type SealContext =
  | { readonly workspace: string; readonly resource: string }
  | { readonly user: string; readonly resource: string };

/** Random texts that identify a person or a moment; only their digests are stored. */
export interface OneTimeSecrets {
  /** 256 random bits, URL-safe. */
  make(): string;
  /** SHA-256, base64url. */
  digest(secret: string): string;
  /** In constant time. */
  isOf(secret: string, digest: string): boolean;
  /** Another secret that follows from this one alone, 43 URL-safe characters; it tells nothing of the one it comes from. */
  derive(secret: string, purpose: string): string;
}
