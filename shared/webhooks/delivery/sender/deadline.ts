import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';
import { AttemptFailure } from './attempt-failure.ts';

/** One deadline over everything up to the status line; it knows what was being waited for when it passed. */
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

  /** What the promise yields, or a rejection with the time-out; `giveUp` then stops what is still under way. */
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
