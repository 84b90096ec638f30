import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { KeySchema } from './definition.ts';
import { sizeOfItem } from './item-size.ts';
import { type Row, SortedRows } from './sorted-rows.ts';
import { canonicalText, compareText, type Item } from './values.ts';

class ItemRow implements Row {
  readonly order: readonly AttributeValue[];
  readonly item: Item;

  constructor(order: readonly AttributeValue[], item: Item) {
    this.order = order;
    this.item = item;
  }

  /** Few rows are ever read. */
  get size(): number {
    return sizeOfItem(this.item);
  }
}

/** The rows of a table or of an index, by partition and in order. */
export class View {
  readonly key: KeySchema;
  readonly #orderedBy: readonly string[];
  readonly #partitions = new Map<string, SortedRows>();
  /** The partitions in their order; undefined after one has been added. */
  #inOrder: readonly SortedRows[] | undefined;

  /** In an index several items may share a key: the table's own key then settles their order. */
  constructor(key: KeySchema, tableKey: KeySchema) {
    this.key = key;
    const { partition, sort } = tableKey;
    const attributes = key === tableKey ? [sort] : [key.sort, partition, sort];
    this.#orderedBy = attributes.flatMap((attribute) => (attribute ? [attribute.name] : []));
  }

  partition(value: AttributeValue): readonly Row[] {
    return this.#partitions.get(nameOf(value))?.rows ?? [];
  }

  /** Partitions in an order that stays the same while others come and go. */
  partitions(): readonly (readonly Row[])[] {
    this.#inOrder ??= [...this.#partitions].sort(([a], [b]) => compareText(a, b)).map(([, partition]) => partition);
    return this.#inOrder.map(({ rows }) => rows).filter(({ length }) => length > 0);
  }

  find(key: Item): Item | undefined {
    return this.row(key)?.item;
  }

  row(key: Item): Row | undefined {
    return this.#partitionOf(key)?.find(this.orderOf(key));
  }

  /** Items without the key attributes of an index are not in it. */
  put(item: Item): void {
    if (!this.holds(item)) return;
    this.#partitionFor(item).put(new ItemRow(this.orderOf(item), item));
  }

  remove(item: Item): void {
    if (!this.holds(item)) return;
    const partition = this.#partitionOf(item);
    partition?.remove(this.orderOf(item));
    if (partition?.rows.length !== 0) return;
    this.#partitions.delete(this.#nameOfPartition(item));
    this.#inOrder = undefined;
  }

  orderOf(item: Item): readonly AttributeValue[] {
    const order: AttributeValue[] = [];
    for (const name of this.#orderedBy) {
      const value = item[name];
      if (value) order.push(value);
    }
    return order;
  }

  /** Whether it has the key attributes. */
  holds(item: Item): boolean {
    const { partition, sort } = this.key;
    return item[partition.name] !== undefined && (!sort || item[sort.name] !== undefined);
  }

  #partitionFor(item: Item): SortedRows {
    const name = this.#nameOfPartition(item);
    const found = this.#partitions.get(name);
    if (found) return found;
    const added = new SortedRows();
    this.#partitions.set(name, added);
    this.#inOrder = undefined;
    return added;
  }

  #partitionOf(item: Item): SortedRows | undefined {
    return this.#partitions.get(this.#nameOfPartition(item));
  }

  #nameOfPartition(item: Item): string {
    const value = item[this.key.partition.name];
    return value ? nameOf(value) : '';
  }
}

/** The name of a partition: nearly every key is text, which needs no quotes here. */
const nameOf = (value: AttributeValue): string => (value.S === undefined ? canonicalText(value) : `S${value.S}`);
