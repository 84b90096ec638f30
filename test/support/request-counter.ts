import { AsyncLocalStorage } from 'node:async_hooks';
import { asPlainSend, asSend, type InMemoryClient, operationOf } from '#test/doubles/aws/in-memory-client';
import { type Latency, oneTurn } from '#test/doubles/aws/latency';

/**
 * Counts requests, and round trips one after the other.
 *
 * A request's depth is one more than the greatest depth among the requests that had ended when it started; the trips
 * are the greatest depth there is. So requests in flight together are one trip however many they are, one that
 * starts when another has ended is the next trip even while a third is still in flight, and the number is the length
 * of the longest chain in which each begins after the one before has ended.
 */
export class Tally {
  readonly #byOperation = new Map<string, number>();
  #deepestEnded = 0;
  #deepest = 0;

  /** Round trips one after the other. */
  get trips(): number {
    return this.#deepest;
  }

  /** Requests by operation, `GetItem` and the like. */
  get byOperation(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#byOperation);
  }

  get requests(): number {
    return [...this.#byOperation.values()].reduce((total, count) => total + count, 0);
  }

  /** A request starts; call what comes back when it has ended, well or not. */
  start(operation: string): () => void {
    this.#byOperation.set(operation, (this.#byOperation.get(operation) ?? 0) + 1);
    const depth = this.#deepestEnded + 1;
    this.#deepest = Math.max(this.#deepest, depth);
    return () => {
      this.#deepestEnded = Math.max(this.#deepestEnded, depth);
    };
  }
}

/** Watches any clients, in-memory or real ones, together. */
export interface RequestCounter {
  /** The same client, watched. */
  watch<Send>(client: { readonly send: Send }): InMemoryClient<Send>;
  /** What one piece of work asked of the watched clients; others may run at the same time without being counted in. */
  during<Answer>(work: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly tally: Tally }>;
  /** Everything since the counter was made. */
  readonly total: Tally;
}

/**
 * The tallies of the work that is under way, each by the total of its counter. One storage for all counters: Node keeps
 * each storage that was entered, and goes through all of them at every promise.
 */
const underWay = new AsyncLocalStorage<ReadonlyMap<Tally, Tally>>();

/**
 * `travel` delays each request on its way there. The default, a turn of the event loop, is what makes the count right
 * with clients that answer at once: without it a request could end before its neighbour in a `Promise.all`, held up
 * by some await of its own, had started, and the two would look like a chain.
 */
export const requestCounter = (travel: Latency = oneTurn): RequestCounter => {
  const total = new Tally();
  return {
    total,
    watch: <Send>(client: { readonly send: Send }) => ({
      send: asSend<Send>(async (command, ...options) => {
        const operation = operationOf(command).replace(/Command$/, '');
        const ends = [total, underWay.getStore()?.get(total)].map((tally) => tally?.start(operation));
        try {
          await travel(operation);
          return await asPlainSend(client)(command, ...options);
        } finally {
          for (const end of ends) end?.();
        }
      }),
      destroy: () => undefined,
    }),
    during: async (work) => {
      const tally = new Tally();
      const tallies = new Map([...(underWay.getStore() ?? []), [total, tally] as const]);
      return { answer: await underWay.run(tallies, work), tally };
    },
  };
};
