import type { Dispatcher } from 'undici';
import { AttemptFailure } from './attempt-failure.ts';

/** A response, with the beginning of its body. */
export interface ReceiverResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first 16 KB at most. */
  readonly body: Uint8Array;
  /** Whether this is the whole body: otherwise the connection cannot be used again. */
  readonly complete: boolean;
}

interface Options {
  /** The timeout of the body in milliseconds, from the status line on. */
  readonly bodyMs: number;
  /** Called at the status line of the final response. */
  readonly onStatus: () => void;
  /** Called for a status below 100, which HTTP does not have. */
  readonly onInvalidStatus: (status: number) => void;
}

const MAX_READ_BYTES = 16_384;

/**
 * One request on a connection, as the handler that undici calls: its streams of response bodies cost as much as all the
 * rest of a delivery. The status decides an attempt, so no error of the body fails it: an endless or interrupted body is
 * cut off.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with the error of undici, or with the reason given to it. */
  readonly response: Promise<ReceiverResponse>;
  readonly #options: Options;
  #resolve: (response: ReceiverResponse) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #hasBegun = false;
  #head: Pick<ReceiverResponse, 'statusCode' | 'headers'> | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #bodyTimer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether the first byte of a response has arrived. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Required by undici. */
  onRequestStart(): void {}

  onResponseStarted(): void {
    this.#hasBegun = true;
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: ReceiverResponse['headers']): void {
    const { onInvalidStatus, onStatus, bodyMs } = this.#options;
    if (statusCode < 100) onInvalidStatus(statusCode);
    if (statusCode < 200) return;
    this.#head = { statusCode, headers };
    this.#bodyTimer = setTimeout(() => this.#end(false), bodyMs);
    onStatus();
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#size > MAX_READ_BYTES) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > MAX_READ_BYTES) this.#end(false);
  }

  onResponseEnd(): void {
    this.#end(this.#size <= MAX_READ_BYTES);
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#head) this.#end(false);
    else this.#reject(error);
  }

  #end(complete: boolean): void {
    clearTimeout(this.#bodyTimer);
    const body = Buffer.concat(this.#chunks).subarray(0, MAX_READ_BYTES);
    if (this.#head) this.#resolve({ ...this.#head, body, complete });
    else this.#reject(new AttemptFailure('protocol_error'));
  }
}
