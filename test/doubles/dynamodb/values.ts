import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareDecimals, decimalOf } from './numbers.ts';

export type Item = Record<string, AttributeValue>;

const TYPE_NAMES = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'M', 'L', 'NULL', 'BOOL'] as const;
export type TypeName = (typeof TYPE_NAMES)[number];

/** Every type an attribute value says it is; one, if it is well made. */
export const typesOf = (value: AttributeValue): readonly TypeName[] =>
  TYPE_NAMES.filter((name) => value[name] !== undefined);

export const typeOf = (value: AttributeValue): TypeName | undefined =>
  TYPE_NAMES.find((name) => value[name] !== undefined);

/** A copy that shares nothing with the original, so that neither side can change the other's. */
export const copyOf = (value: AttributeValue): AttributeValue => {
  // Most values, first.
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: value.N };
  if (value.M) return { M: copyOfItem(value.M) };
  if (value.L) return { L: value.L.map(copyOf) };
  if (value.B) return { B: Uint8Array.from(value.B) };
  if (value.BS) return { BS: value.BS.map((bytes) => Uint8Array.from(bytes)) };
  if (value.SS) return { SS: [...value.SS] };
  if (value.NS) return { NS: [...value.NS] };
  return { ...value };
};

export const copyOfItem = (item: Item): Item => {
  const copy: Item = {};
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value !== undefined) copy[name] = copyOf(value);
  }
  return copy;
};

/** Equality as conditions see it: same type, numbers by value, sets without order. */
export const sameValue = (a: AttributeValue, b: AttributeValue): boolean => {
  if (a.S !== undefined && b.S !== undefined) return a.S === b.S;
  return typeOf(a) === typeOf(b) && canonicalText(a) === canonicalText(b);
};

export const sameItem = (a: Item, b: Item): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameAttribute(a[name], b[name]));
};

const sameAttribute = (a: AttributeValue | undefined, b: AttributeValue | undefined): boolean => {
  if (!a || !b) return false;
  if (a.S !== undefined && b.S !== undefined) return a.S === b.S;
  return canonicalText(a) === canonicalText(b);
};

/** Two values of one ordered type (S, N, B): negative, zero, positive. Any other pair has no order. */
export const compareValues = (a: AttributeValue, b: AttributeValue): number | undefined => {
  if (a.S !== undefined && b.S !== undefined) return compareText(a.S, b.S);
  if (a.N !== undefined && b.N !== undefined) return compareNumbers(a.N, b.N);
  if (a.B !== undefined && b.B !== undefined) return Buffer.compare(a.B, b.B);
  return undefined;
};

/** Whole numbers of a size that JavaScript holds exactly. */
const SMALL_WHOLE = /^-?\d{1,15}$/;

const compareNumbers = (a: string, b: string): number =>
  SMALL_WHOLE.test(a) && SMALL_WHOLE.test(b)
    ? Math.sign(Number(a) - Number(b))
    : compareDecimals(decimalOf(a), decimalOf(b));

/** Order of the UTF-8 bytes, as DynamoDB has it; JavaScript orders by UTF-16, which differs beyond U+D7FF. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return byteRank(one) - byteRank(other);
  }
  return a.length - b.length;
};

const byteRank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};

/** Equal text for equal values; also the name of a key in a map. */
export const canonicalText = (value: AttributeValue): string => {
  if (value.S !== undefined) return `S${JSON.stringify(value.S)}`;
  if (value.N !== undefined) return `N${value.N}`;
  if (value.B !== undefined) return `B${Buffer.from(value.B).toString('base64')}`;
  if (value.L) return `L[${value.L.map(canonicalText).join()}]`;
  if (value.M)
    return `M{${Object.entries(value.M)
      .map(([name, inner]) => `${JSON.stringify(name)}${canonicalText(inner)}`)
      .sort()
      .join()}}`;
  return canonicalSetOrFlag(value);
};

const canonicalSetOrFlag = (value: AttributeValue): string => {
  if (value.SS) return `SS${JSON.stringify([...value.SS].sort())}`;
  if (value.NS) return `NS${[...value.NS].sort().join()}`;
  if (value.BS)
    return `BS${value.BS.map((bytes) => Buffer.from(bytes).toString('base64'))
      .sort()
      .join()}`;
  return value.BOOL === undefined ? 'NULL' : `BOOL${value.BOOL}`;
};

/** The members of a set, one value each; nothing if it is no set. */
export const membersOf = (value: AttributeValue): readonly AttributeValue[] | undefined =>
  value.SS?.map((S) => ({ S })) ?? value.NS?.map((N) => ({ N })) ?? value.BS?.map((B) => ({ B }));

/** The set of these members, of the same type as `like`; nothing if there are none, since sets are never empty. */
export const setOf = (like: AttributeValue, members: readonly AttributeValue[]): AttributeValue | undefined => {
  if (members.length === 0) return undefined;
  if (like.SS) return { SS: members.flatMap(({ S }) => (S === undefined ? [] : [S])) };
  if (like.NS) return { NS: members.flatMap(({ N }) => (N === undefined ? [] : [N])) };
  return { BS: members.flatMap(({ B }) => (B === undefined ? [] : [B])) };
};
