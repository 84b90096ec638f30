import { type IndexDefinition, namesCarried, type TableDefinition } from './definition.ts';
import type { Item } from './values.ts';
import { View } from './view.ts';

/** Carries a change into an index: at once unless a test says when. */
export type Propagation = (apply: () => void) => void;

/** One index of the table, fed by writes. Changes may arrive late and out of order; it never goes back in time. */
export class IndexView {
  readonly definition: IndexDefinition;
  readonly view: View;
  readonly #carried: ReadonlySet<string> | undefined;
  readonly #held = new Map<string, { readonly version: number; readonly item: Item | undefined }>();
  /** Keys in `#held` of which the index had nothing when they were last heard of. */
  readonly #gone: string[] = [];

  constructor(table: TableDefinition, definition: IndexDefinition) {
    this.definition = definition;
    this.view = new View(definition.key, table.key);
    this.#carried = namesCarried(table, definition);
  }

  /** Takes over what the index carries of an item as it is at that version, or that it is gone. */
  accept(key: string, version: number, item: Item | undefined): void {
    const held = this.#held.get(key);
    if (held && held.version > version) return;
    if (held?.item) this.view.remove(held.item);
    const carried = item && this.view.holds(item) ? this.#carriedOf(item) : undefined;
    if (carried) this.view.put(carried);
    this.#held.set(key, { version, item: carried });
    if (!carried) this.#gone.push(key);
  }

  /** Every change has arrived: the versions of rows that are not in the index are needed no longer. */
  settle(): void {
    if (this.#gone.length === 0) return;
    for (const key of this.#gone.splice(0)) if (!this.#held.get(key)?.item) this.#held.delete(key);
  }

  #carriedOf(item: Item): Item {
    if (!this.#carried) return item;
    const carried: Item = {};
    for (const name of this.#carried) {
      const value = item[name];
      if (value) carried[name] = value;
    }
    return carried;
  }
}
