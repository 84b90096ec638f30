import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import type { TimeSource } from '#test/doubles/aws/latency';
import { tokenOfAnotherRequest, transactionInProgress } from './errors.ts';

/** How long a token is remembered after the request that used it. */
const REMEMBERED_MS = 10 * 60 * 1_000;

interface Remembered {
  readonly request: string;
  until?: number;
}

interface Claim {
  /** The transaction is committed: repeats are answered without doing it again. */
  succeeded(): void;
  /** However it ended; one that failed may be sent again. */
  ended(): void;
}

/** The `ClientRequestToken`s of the last ten minutes. */
export class RequestTokens {
  readonly #remembered = new Map<string, Remembered>();
  readonly #time: TimeSource;

  constructor(time: TimeSource) {
    this.#time = time;
  }

  claim({ ClientRequestToken: token, ...rest }: TransactWriteItemsCommandInput): Claim | 'done before' {
    if (token === undefined) return { succeeded: () => undefined, ended: () => undefined };
    const request = textOf(rest);
    const earlier = this.#find(token);
    if (earlier && earlier.request !== request) throw tokenOfAnotherRequest();
    if (earlier) {
      if (earlier.until === undefined) throw transactionInProgress();
      return 'done before';
    }
    const remembered: Remembered = { request };
    this.#remembered.set(token, remembered);
    return {
      succeeded: () => {
        remembered.until = this.#time.now() + REMEMBERED_MS;
      },
      ended: () => {
        if (remembered.until === undefined) this.#remembered.delete(token);
      },
    };
  }

  #find(token: string): Remembered | undefined {
    const remembered = this.#remembered.get(token);
    return remembered?.until !== undefined && remembered.until <= this.#time.now() ? undefined : remembered;
  }
}

const textOf = (request: object): string =>
  JSON.stringify(request, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
