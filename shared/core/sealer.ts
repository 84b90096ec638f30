/**
 * Keeps secrets unreadable at rest. The context says whose the secret is; opening it with another context throws
 * `Unopenable`. Fails when the key service is out of reach, or lets us use no key at all: the caller retries or
 * answers 503.
 */
export interface Sealer {
  seal(plaintext: string, context: SealContext): Promise<string>;
  open(sealed: string, context: SealContext): Promise<string>;
}

/** Sealed for another context, with another key, or damaged: a retry fails until an operator repairs it. */
export class Unopenable extends Error {
  override readonly name = 'Unopenable';
}

export interface SealContext {
  readonly workspace: string;
  readonly resource: string;
}
