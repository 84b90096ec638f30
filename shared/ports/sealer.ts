/**
 * Keeps secrets unreadable at rest. The context says whose the secret is; opening it with another context fails.
 * Fails when the key service is out of reach: the caller retries or answers 503.
 */
export interface Sealer {
  seal(plaintext: string, context: SealContext): Promise<string>;
  open(sealed: string, context: SealContext): Promise<string>;
}

export interface SealContext {
  readonly workspace: string;
  readonly resource: string;
}
