import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareValues, type Item } from './values.ts';

/** An item where a table or index keeps it. `order` is what its partition is sorted by; `size` is in bytes. */
export interface Row {
  readonly order: readonly AttributeValue[];
  readonly item: Item;
  readonly size: number;
}

export const compareOrders = (a: readonly AttributeValue[], b: readonly AttributeValue[]): number => {
  // Without an iterator: every look at a row comes by here.
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a[at], b[at]];
    const order = one && other ? compareValues(one, other) : undefined;
    if (order) return order;
  }
  return 0;
};

/** First position at which `reached` holds; it must hold from there to the end. */
export const firstPosition = <Entry>(
  entries: readonly Entry[],
  reached: (entry: Entry) => boolean,
  from = 0,
): number => {
  let [low, high] = [from, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && reached(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The rows of one partition, always in order. */
export class SortedRows {
  readonly #rows: Row[] = [];

  get rows(): readonly Row[] {
    return this.#rows;
  }

  put(row: Row): void {
    const at = this.#positionOf(row.order);
    this.#rows.splice(at, this.#isAt(at, row.order) ? 1 : 0, row);
  }

  remove(order: readonly AttributeValue[]): void {
    const at = this.#positionOf(order);
    if (this.#isAt(at, order)) this.#rows.splice(at, 1);
  }

  find(order: readonly AttributeValue[]): Row | undefined {
    const at = this.#positionOf(order);
    return this.#isAt(at, order) ? this.#rows[at] : undefined;
  }

  #positionOf(order: readonly AttributeValue[]): number {
    return firstPosition(this.#rows, (row) => compareOrders(row.order, order) >= 0);
  }

  #isAt(at: number, order: readonly AttributeValue[]): boolean {
    const row = this.#rows[at];
    return row !== undefined && compareOrders(row.order, order) === 0;
  }
}
