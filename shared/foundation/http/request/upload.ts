import { createHash } from 'node:crypto';

/**
 * A file in a request. Its bytes are kept out of what a request is compared and written down by: there its digest
 * stands for them.
 */
export class Upload {
  readonly filename: string | undefined;
  /** SHA-256 of the bytes. */
  readonly digest: string;
  readonly #bytes: Uint8Array;

  constructor(filename: string | undefined, bytes: Uint8Array) {
    this.filename = filename;
    this.digest = createHash('sha256').update(bytes).digest('hex');
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }
}
