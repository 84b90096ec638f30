import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { InMemoryTable, InMemoryTableOptions } from '#test/doubles/dynamodb/in-memory-dynamodb';
import type { Item } from '#test/doubles/dynamodb/values';

type Committed = NonNullable<InMemoryTableOptions['committed']>;

interface Row {
  readonly name: string;
  readonly key: Item;
  readonly expiresAt: number;
}

/** Longer than the first two waits of the schedule; production keeps events for 30 days. */
const KEPT_MS = 5 * MINUTE_MS;
const EVERY_MS = 10 * SECOND_MS;
/** Partitions of events, deliveries and what events are about: one or more for each event. */
const OF_EVENTS = /^(?:out|evt|cal)_/;

/** The table's time to live, in minutes: without it the rows of the run would be all of the heap. */
export class Expiry {
  readonly #known = new Set<string>();
  #rows: Row[] = [];

  /** Notes each row of an event when it is first written. */
  readonly committed: Committed = (name, after) => {
    const { pk, sk } = after ?? {};
    if (!pk?.S || !sk || !OF_EVENTS.test(pk.S) || this.#known.has(name)) return;
    this.#known.add(name);
    this.#rows.push({ name, key: { pk, sk }, expiresAt: Date.now() + KEPT_MS });
  };

  get rows(): number {
    return this.#known.size;
  }

  /** Deletes from now on what has expired; answers how to end that. */
  start(dynamo: InMemoryTable): () => void {
    const timer = setInterval(() => {
      const now = Date.now();
      const alive = this.#rows.findIndex(({ expiresAt }) => expiresAt > now);
      const expired = this.#rows.splice(0, alive === -1 ? this.#rows.length : alive);
      for (const row of expired) void this.#remove(dynamo, row);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }

  /** A row in use, by a delivery that is late, is tried again. */
  async #remove(dynamo: InMemoryTable, row: Row): Promise<void> {
    try {
      await dynamo.send(new DeleteItemCommand({ TableName: 'main', Key: row.key }));
      this.#known.delete(row.name);
    } catch {
      this.#rows.push({ ...row, expiresAt: Date.now() + KEPT_MS });
    }
  }
}
