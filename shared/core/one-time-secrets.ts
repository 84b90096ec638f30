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
