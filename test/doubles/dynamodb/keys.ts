import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  attributesOf,
  type IndexDefinition,
  type KeyAttribute,
  type KeySchema,
  type TableDefinition,
} from './definition.ts';
import { invalidParameter, SchemaMismatch, validation } from './errors.ts';
import { sizeOfItem } from './item-size.ts';
import { canonicalText, type Item, typeOf } from './values.ts';
import { wellFormedItem } from './well-formed.ts';

/** Longest key values in bytes, and the largest item. */
const LONGEST_PARTITION_KEY = 2_048;
const LONGEST_SORT_KEY = 1_024;
export const LARGEST_ITEM = 400 * 1_024;

const noMatch = () => new SchemaMismatch('The provided key element does not match the schema');
const misfit = (message: string) => new SchemaMismatch(`One or more parameter values were invalid: ${message}`);

/** The key given in a request, checked: these attributes, of these types, and no others. */
export const checkedKey = (schema: KeySchema, given: Item | undefined): Item => {
  const key = wellFormedItem(given ?? {});
  const attributes = attributesOf(schema);
  if (Object.keys(key).length !== attributes.length) throw noMatch();
  for (const { name, type } of attributes) if (key[name]?.[type] === undefined) throw noMatch();
  refuseKeyValues(schema, key);
  return key;
};

/** An item to be stored, checked: its keys, what indexes need of it, and its size. */
export const checkedItem = (table: TableDefinition, given: Item | undefined): Item => {
  const item = wellFormedItem(given ?? {});
  for (const { name, type } of attributesOf(table.key)) {
    const value = item[name];
    if (!value) throw misfit(`Missing the key ${name} in the item`);
    if (typeOf(value) !== type)
      throw misfit(`Type mismatch for key ${name} expected: ${type} actual: ${typeOf(value)}`);
  }
  refuseKeyValues(table.key, item);
  refuseIndexKeys(table, item);
  if (sizeOfItem(item) > LARGEST_ITEM) throw validation('Item size has exceeded the maximum allowed size');
  return item;
};

/** Refuses an item that has an index's key attribute with a value the index cannot hold. */
export const refuseIndexKeys = (table: TableDefinition, item: Item): void => {
  for (const index of table.indexes)
    for (const attribute of attributesOf(index.key)) refuseIndexKey(index, attribute, item[attribute.name]);
};

const refuseIndexKey = (
  index: IndexDefinition,
  { name, type }: KeyAttribute,
  value: AttributeValue | undefined,
): void => {
  if (!value) return;
  if (typeOf(value) !== type)
    throw misfit(
      `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(value)} IndexName: ${index.name}`,
    );
  const empty = emptiness(value);
  if (empty)
    throw validation(
      `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${empty} value. IndexName: ${index.name}, IndexKey: ${name}`,
    );
};

const refuseKeyValues = ({ partition, sort }: KeySchema, item: Item): void => {
  for (const { name } of sort ? [partition, sort] : [partition]) {
    const empty = emptiness(item[name]);
    if (empty)
      throw validation(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${empty} value. Key: ${name}`,
      );
  }
  if (lengthOf(item[partition.name]) > LONGEST_PARTITION_KEY)
    throw invalidParameter(`Size of hashkey has exceeded the maximum size limit of${LONGEST_PARTITION_KEY} bytes`);
  if (sort && lengthOf(item[sort.name]) > LONGEST_SORT_KEY)
    throw invalidParameter(
      `Aggregated size of all range keys has exceeded the size limit of ${LONGEST_SORT_KEY} bytes`,
    );
};

const emptiness = (value: AttributeValue | undefined): string | undefined => {
  if (value?.S === '') return 'string';
  return value?.B?.byteLength === 0 ? 'binary' : undefined;
};

const lengthOf = (value: AttributeValue | undefined): number =>
  Buffer.byteLength(value?.S ?? '') + (value?.B?.byteLength ?? 0);

/** The key attributes of an item, and nothing else. */
export const keyIn = ({ partition, sort }: KeySchema, item: Item): Item => {
  const key: Item = {};
  const value = item[partition.name];
  if (value) key[partition.name] = value;
  const sortValue = sort && item[sort.name];
  if (sortValue) key[sort.name] = sortValue;
  return key;
};

/** One text for one key, whatever the order of its attributes. */
export const nameOfKey = (key: Item): string => {
  const names = Object.keys(key).sort();
  let text = '';
  // Nearly every key is text. The length before it keeps the texts of two keys apart.
  for (const name of names) {
    const value = key[name] ?? { NULL: true };
    text += value.S === undefined ? `${name}=${canonicalText(value)}` : `${name}:${value.S.length}:${value.S}`;
  }
  return text;
};
