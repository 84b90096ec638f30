import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { invalidParameter, validation } from './errors.ts';
import { canonicalNumber } from './numbers.ts';
import { type Item, typesOf } from './values.ts';

/** Levels of maps and lists inside one another, from the developer guide. */
const DEEPEST = 32;

/** A copy of an item as DynamoDB would store it (numbers in their one form); throws what it would refuse. */
export const wellFormedItem = (item: Item, depth = 0): Item => {
  const formed: Item = {};
  for (const name of Object.keys(item)) {
    const value = item[name];
    // The SDK leaves out what is undefined.
    if (value !== undefined) formed[name] = wellFormed(value, depth);
  }
  return formed;
};

export const wellFormed = (value: AttributeValue, depth = 0): AttributeValue => {
  // Most values, first.
  if (value.S !== undefined && Object.keys(value).length === 1 && depth <= DEEPEST) return { S: value.S };
  const types = typesOf(value).length;
  if (types === 0)
    throw validation('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  if (types > 1)
    throw validation(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  if (depth > DEEPEST) throw validation('Nesting Levels have exceeded supported limits');
  if (value.M) return { M: wellFormedItem(value.M, depth + 1) };
  if (value.L) return { L: value.L.map((inner) => wellFormed(inner, depth + 1)) };
  return wellFormedSet(value) ?? wellFormedScalar(value);
};

const wellFormedScalar = (value: AttributeValue): AttributeValue => {
  if (value.N !== undefined) return { N: canonicalNumber(value.N) };
  if (value.B !== undefined) return { B: Uint8Array.from(value.B) };
  if (value.NULL === false) throw invalidParameter('Null attribute value types must have the value of true');
  return { ...value };
};

const wellFormedSet = (value: AttributeValue): AttributeValue | undefined => {
  if (value.SS) return { SS: distinct(value.SS, 'string', String) };
  if (value.NS) return { NS: distinct(value.NS.map(canonicalNumber), 'number', String) };
  if (value.BS) return { BS: distinct(value.BS, 'binary', (bytes) => Buffer.from(bytes).toString('base64')) };
  return undefined;
};

const distinct = <Member>(members: readonly Member[], kind: string, nameOf: (member: Member) => string): Member[] => {
  if (members.length === 0) throw invalidParameter(`An ${kind} set  may not be empty`);
  if (new Set(members.map(nameOf)).size < members.length)
    throw invalidParameter(`Input collection [${members.map(nameOf).join(', ')}] contains duplicates.`);
  return [...members];
};
