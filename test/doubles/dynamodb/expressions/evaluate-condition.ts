import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareValues, type Item, membersOf, sameValue, typeOf } from '#test/doubles/dynamodb/values';
import type { Comparator, Condition, Operand } from './condition-tree.ts';
import { valueAt } from './paths.ts';

/** Whether the condition holds for an item; an item that does not exist is `{}`. */
export const holds = (condition: Condition, item: Item): boolean => {
  switch (condition.kind) {
    case 'and':
      return holds(condition.left, item) && holds(condition.right, item);
    case 'or':
      return holds(condition.left, item) || holds(condition.right, item);
    case 'not':
      return !holds(condition.condition, item);
    case 'exists':
      return (valueAt(item, condition.path) !== undefined) === condition.wanted;
    case 'type': {
      const value = valueAt(item, condition.path);
      return value !== undefined && typeOf(value) === condition.type;
    }
    default:
      return holdsForValues(condition, item);
  }
};

type OfValues = Extract<Condition, { readonly kind: 'compare' | 'between' | 'in' | 'begins' | 'contains' }>;

const holdsForValues = (condition: OfValues, item: Item): boolean => {
  const read = (operand: Operand) => resolve(operand, item);
  switch (condition.kind) {
    case 'compare':
      return compares(condition.comparator, read(condition.left), read(condition.right));
    case 'between': {
      const value = read(condition.operand);
      return compares('>=', value, read(condition.low)) && compares('<=', value, read(condition.high));
    }
    case 'in': {
      const value = read(condition.operand);
      return condition.choices.some((choice) => compares('=', value, read(choice)));
    }
    case 'begins':
      return begins(read(condition.operand), read(condition.part));
    case 'contains':
      return contains(read(condition.operand), read(condition.part));
  }
};

const resolve = (operand: Operand, item: Item): AttributeValue | undefined => {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'path') return valueAt(item, operand.path);
  const of = resolve(operand.of, item);
  const size = of && sizeOf(of);
  return size === undefined ? undefined : { N: String(size) };
};

/** `size()`: bytes of text and binary, elements of sets, lists and maps; other types have none. */
const sizeOf = (value: AttributeValue): number | undefined => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.B) return value.B.byteLength;
  if (value.M) return Object.keys(value.M).length;
  return value.L?.length ?? membersOf(value)?.length;
};

/** A value that is missing differs from every other, and stands in no order to any. */
const compares = (
  comparator: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
): boolean => {
  if (!left || !right) return comparator === '<>';
  if (comparator === '=') return sameValue(left, right);
  if (comparator === '<>') return !sameValue(left, right);
  const order = compareValues(left, right);
  if (order === undefined) return false;
  if (comparator === '<') return order < 0;
  if (comparator === '<=') return order <= 0;
  return comparator === '>' ? order > 0 : order >= 0;
};

const begins = (value: AttributeValue | undefined, part: AttributeValue | undefined): boolean => {
  if (value?.S !== undefined && part?.S !== undefined) return value.S.startsWith(part.S);
  if (!value?.B || !part?.B) return false;
  return Buffer.from(value.B).subarray(0, part.B.byteLength).equals(Buffer.from(part.B));
};

const contains = (value: AttributeValue | undefined, part: AttributeValue | undefined): boolean => {
  if (!value || !part) return false;
  if (value.S !== undefined) return part.S !== undefined && value.S.includes(part.S);
  if (value.B) return part.B !== undefined && Buffer.from(value.B).includes(Buffer.from(part.B));
  return (value.L ?? membersOf(value) ?? []).some((member) => sameValue(member, part));
};
