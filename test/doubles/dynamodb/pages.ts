import { attributesOf } from './definition.ts';
import { validation } from './errors.ts';
import { keyIn } from './keys.ts';
import type { MemoryTable } from './memory-table.ts';
import type { Row } from './sorted-rows.ts';
import { copyOfItem, type Item, typeOf } from './values.ts';
import type { View } from './view.ts';
import { wellFormedItem } from './well-formed.ts';

/** What one answer reads at most, in bytes, before any filter. */
const PAGE_BYTES = 1_024 * 1_024;

/** The rows of one answer, and whether it stopped there for a limit rather than at the end. */
export const pageOf = (rows: Iterable<Row>, limit: number | undefined): { rows: readonly Row[]; stopped: boolean } => {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (page.length > 0 && bytes + row.size > PAGE_BYTES) return { rows: page, stopped: true };
    page.push(row);
    bytes += row.size;
    // It does not look ahead: a page that ends exactly at the end says so only with the next, empty one.
    if (page.length === limit) return { rows: page, stopped: true };
  }
  return { rows: page, stopped: false };
};

export const refuseLimit = (limit: number | undefined): void => {
  if (limit !== undefined && limit < 1)
    throw validation(
      `1 validation error detected: Value '${limit}' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
    );
};

/** Where the next page begins: the keys of the table and of the index. */
export const lastKey = (table: MemoryTable, view: View, { item }: Row): Item =>
  copyOfItem({ ...keyIn(table.definition.key, item), ...keyIn(view.key, item) });

/** A start key given back by a caller: exactly these keys, of these types. */
export const checkedStart = (table: MemoryTable, view: View, given: Item): Item => {
  const start = wellFormedItem(given);
  const attributes = [...attributesOf(table.definition.key), ...attributesOf(view.key)];
  const names = new Set(attributes.map(({ name }) => name));
  const fits = attributes.every(({ name, type }) => start[name] && typeOf(start[name]) === type);
  if (!fits || Object.keys(start).length !== names.size) throw validation('The provided starting key is invalid');
  return start;
};
