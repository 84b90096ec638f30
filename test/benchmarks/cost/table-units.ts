import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { namesCarried } from '#test/doubles/dynamodb/definition';
import { MAIN_TABLE } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { sizeOfItem } from '#test/doubles/dynamodb/item-size';
import { type Item, sameItem } from '#test/doubles/dynamodb/values';

const WRITE_BYTES = 1_024;
const READ_BYTES = 4_096;

/** Write units of one change of a row: its own, and those of its entries in the indexes. */
export interface WriteUnits {
  readonly row: number;
  readonly indexes: number;
  /** Of those of the indexes, what the index `due` takes. */
  readonly due: number;
}

/** Write units of one change. A transaction writes the row twice, and its index entries once. */
export function writeUnits(before: Item | undefined, after: Item | undefined, inTransaction: boolean): WriteUnits {
  const row = Math.max(1, ...[before, after].map((item) => Math.ceil((item ? sizeOfItem(item) : 0) / WRITE_BYTES)));
  const byIndex = MAIN_TABLE.indexes.map((index) => {
    const [old, young] = [before, after].map((item) => item && entryIn(index, item));
    return { name: index.name, units: indexUnits(old, young, index.key.partition.name, index.key.sort?.name) };
  });
  return {
    row: row * (inTransaction ? 2 : 1),
    indexes: byIndex.reduce((total, { units }) => total + units, 0),
    due: byIndex.find(({ name }) => name === 'due')?.units ?? 0,
  };
}

/** A missing row is read for one unit; without strong consistency it is half. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_BYTES)) * (consistent ? 1 : 0.5);

/** An entry that moves is one write where it was, and one where it comes to be. */
function indexUnits(old: Item | undefined, young: Item | undefined, ...keys: readonly (string | undefined)[]): number {
  if (old && young && sameItem(old, young)) return 0;
  const moves = old && young && keys.some((key) => key && textOf(old[key]) !== textOf(young[key]));
  const units = (item: Item | undefined) => (item ? Math.ceil(sizeOfItem(item) / WRITE_BYTES) : 0);
  return moves ? units(old) + units(young) : Math.max(units(old), units(young));
}

const textOf = (value: AttributeValue | undefined): string => JSON.stringify(value ?? null);

function entryIn(index: (typeof MAIN_TABLE.indexes)[number], item: Item): Item | undefined {
  const { partition, sort } = index.key;
  if (item[partition.name] === undefined || (sort && item[sort.name] === undefined)) return undefined;
  const carried = namesCarried(MAIN_TABLE, index);
  return Object.fromEntries(Object.entries(item).filter(([name]) => carried?.has(name) ?? true));
}

/** Bytes that a row is stored in, its index entries and the hundred bytes that each of them costs included. */
export const storedBytes = (item: Item): number =>
  [item, ...MAIN_TABLE.indexes.map((index) => entryIn(index, item))].reduce(
    (total, one) => total + (one ? sizeOfItem(one) + 100 : 0),
    0,
  );
