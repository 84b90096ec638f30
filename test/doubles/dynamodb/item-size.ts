import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Item, membersOf } from './values.ts';

/** By item: it is measured when it is checked, and does not change from then on. */
const sizes = new WeakMap<Item, number>();

/** Size of an item in bytes by the rules of the developer guide ("DynamoDB item sizes and formats"): names count too. */
export function sizeOfItem(item: Item): number {
  const known = sizes.get(item) ?? measured(item);
  sizes.set(item, known);
  return known;
}

const measured = (item: Item): number => {
  let bytes = 0;
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value !== undefined) bytes += Buffer.byteLength(name) + sizeOfValue(value);
  }
  return bytes;
};

/** Maps and lists cost three bytes and one more for each element. */
const sizeOfValue = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return sizeOfNumber(value.N);
  if (value.B !== undefined) return value.B.byteLength;
  if (value.M) return 3 + Object.keys(value.M).length + measured(value.M);
  if (value.L) return 3 + value.L.reduce((total, inner) => total + 1 + sizeOfValue(inner), 0);
  return membersOf(value)?.reduce((total, member) => total + sizeOfValue(member), 0) ?? 1;
};

/** About one byte for two significant digits, and one more; a minus costs a byte. */
const sizeOfNumber = (text: string): number => {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1 + Number(text.startsWith('-'));
};
