import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';
import { AttemptFailure } from './attempt-failure.ts';

/** One deadline for everything up to the status line. `awaiting` is the error that it fails with when it passes. */
export class Deadline {
  awaiting: Extract<AttemptError, 'timeout_connect' | 'timeout_response'> = 'timeout_connect';
  readonly #expiry = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => this.#expiry.abort(new AttemptFailure(this.awaiting)), milliseconds);
  }

  get signal(): AbortSignal {
    return this.#expiry.signal;
  }

  /** The result of the promise, or a rejection with the timeout; `giveUp` then stops the work that is under way. */
  over<Value>(promise: Promise<Value>, giveUp: (reason: Error) => void = () => {}): Promise<Value> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const expire = () => {
        giveUp(signal.reason);
        reject(signal.reason);
      };
      if (signal.aborted) expire();
      else signal.addEventListener('abort', expire, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', expire));
    });
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
