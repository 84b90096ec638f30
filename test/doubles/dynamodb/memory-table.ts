import type { TimeSource } from '#test/doubles/aws/latency';
import { ChangeStream } from './change-stream.ts';
import type { IndexDefinition, TableDefinition } from './definition.ts';
import { tableNotFound, validation } from './errors.ts';
import { IndexView, type Propagation } from './index-view.ts';
import { keyIn, nameOfKey } from './keys.ts';
import { type Item, sameItem } from './values.ts';
import { View } from './view.ts';

export interface MemoryTableOptions {
  /** Without a name the table answers to every name. */
  readonly name?: string | undefined;
  readonly time: TimeSource;
  readonly propagation: Propagation;
  readonly committed: (name: string, after: Item | undefined) => void;
}

/** The rows, the indexes and the stream of one table. Stored items are never changed, only replaced. */
export class MemoryTable {
  readonly definition: TableDefinition;
  readonly stream = new ChangeStream();
  readonly base: View;
  readonly #indexes: readonly IndexView[];
  readonly #options: MemoryTableOptions;
  #version = 0;
  /** Changes that have not arrived at an index yet. */
  #underWay = 0;

  constructor(definition: TableDefinition, options: MemoryTableOptions) {
    this.definition = definition;
    this.base = new View(definition.key, definition.key);
    this.#indexes = definition.indexes.map((index) => new IndexView(definition, index));
    this.#options = options;
  }

  /** Throws ResourceNotFoundException if a request means another table. */
  refuseOtherName(name: string | undefined): void {
    if (!name || (this.#options.name && name !== this.#options.name)) throw tableNotFound();
  }

  /** The rows a query or scan reads. */
  viewOf(indexName: string | undefined): { readonly view: View; readonly index?: IndexDefinition } {
    if (indexName === undefined) return { view: this.base };
    const found = this.#indexes.find(({ definition }) => definition.name === indexName);
    if (!found) throw validation(`The table does not have the specified index: ${indexName}`);
    return { view: found.view, index: found.definition };
  }

  /** Commits one change: the row, its stream record, and what the indexes carry of it. `name` is that of the key. */
  commit(key: Item, after: Item | undefined, name = nameOfKey(key)): void {
    const before = this.base.find(key);
    if (after) this.base.put(after);
    else this.base.remove(key);
    this.#record(key, before, after);
    this.#options.committed(name, after);
    this.#version += 1;
    const version = this.#version;
    for (const index of this.#indexes) this.#propagate(() => index.accept(name, version, after));
  }

  #propagate(apply: () => void): void {
    this.#underWay += 1;
    this.#options.propagation(() => {
      apply();
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const one of this.#indexes) one.settle();
    });
  }

  /** A write that changes nothing leaves no record, as on AWS. */
  #record(key: Item, before: Item | undefined, after: Item | undefined): void {
    if (!before && !after) return;
    if (before && after && sameItem(before, after)) return;
    const happened = before ? 'MODIFY' : 'INSERT';
    this.stream.append(after ? happened : 'REMOVE', keyIn(this.definition.key, key), this.#options.time.now());
  }
}
