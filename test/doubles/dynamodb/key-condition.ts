import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { KeyAttribute, KeySchema } from './definition.ts';
import { invalidParameter, validation } from './errors.ts';
import type { Condition, Operand } from './expressions/condition-tree.ts';
import { holds } from './expressions/evaluate-condition.ts';
import { parseCondition } from './expressions/parse-condition.ts';
import type { Placeholders } from './expressions/placeholders.ts';
import { firstPosition, type Row } from './sorted-rows.ts';
import { compareValues, type Item } from './values.ts';

/** One partition, and a range of it. */
export interface KeyCondition {
  readonly partition: AttributeValue;
  readonly sort: Condition | undefined;
}

type OnKey = Extract<Condition, { readonly kind: 'compare' | 'between' | 'begins' }>;

export const parseKeyCondition = (schema: KeySchema, text: string, placeholders: Placeholders): KeyCondition => {
  const parts = flatten(parseCondition('KeyConditionExpression', text, placeholders));
  if (parts.length > 2) throw validation('Conditions can be of length 1 or 2 only');
  const partition = parts.find((part) => attributeIn(part) === schema.partition.name);
  const rest = parts.filter((part) => part !== partition);
  if (!partition) throw missed(schema.partition.name);
  if (partition.kind !== 'compare' || partition.comparator !== '=')
    throw validation('Query key condition not supported');
  for (const part of rest)
    if (attributeIn(part) !== schema.sort?.name) throw missed(schema.sort?.name ?? attributeIn(part));
  refuseOperands(schema.partition, partition);
  const [sort] = rest;
  if (sort && schema.sort) refuseOperands(schema.sort, sort);
  const [value] = valuesIn(partition);
  if (!value) throw validation('Query key condition not supported');
  return { partition: value, sort };
};

/** The rows of a partition that are in the range, in order. */
export const rowsInRange = (rows: readonly Row[], sort: Condition | undefined): readonly Row[] => {
  if (!sort) return rows;
  const low = lowerBound(sort);
  const from = low ? firstPosition(rows, (row) => isAtOrAfter(row, low)) : 0;
  return rows.slice(
    from,
    firstPosition(rows, (row) => !holds(sort, row.item), from),
  );
};

interface Bound {
  readonly value: AttributeValue;
  readonly included: boolean;
}

const lowerBound = (sort: Condition): Bound | undefined => {
  const [value] = isOnKey(sort) ? valuesIn(sort) : [];
  if (!value || (sort.kind === 'compare' && sort.comparator.startsWith('<'))) return undefined;
  return { value, included: sort.kind !== 'compare' || sort.comparator !== '>' };
};

const isAtOrAfter = ({ order: [own] }: Row, { value, included }: Bound): boolean => {
  const order = own ? (compareValues(own, value) ?? 0) : 0;
  return included ? order >= 0 : order > 0;
};

const missed = (name: string) => validation(`Query condition missed key schema element: ${name}`);

const flatten = (condition: Condition): readonly OnKey[] => {
  if (condition.kind === 'and') return [...flatten(condition.left), ...flatten(condition.right)];
  if (isOnKey(condition) && !(condition.kind === 'compare' && condition.comparator === '<>')) return [condition];
  throw validation(
    'Invalid operator used in KeyConditionExpression: only =, <, <=, >, >=, BETWEEN, begins_with and AND',
  );
};

const isOnKey = (condition: Condition): condition is OnKey => ['compare', 'between', 'begins'].includes(condition.kind);

const operandsOf = (part: OnKey): readonly [Operand, ...Operand[]] => {
  if (part.kind === 'between') return [part.operand, part.low, part.high];
  return part.kind === 'begins' ? [part.operand, part.part] : [part.left, part.right];
};

const attributeIn = (part: OnKey): string => {
  const [operand] = operandsOf(part);
  if (operand.kind !== 'path' || operand.path.length !== 1) throw validation('Query key condition not supported');
  return operand.path[0];
};

const valuesIn = (part: OnKey): readonly AttributeValue[] =>
  operandsOf(part).flatMap((operand) => (operand.kind === 'value' ? [operand.value] : []));

const refuseOperands = ({ name, type }: KeyAttribute, part: OnKey): void => {
  const values = valuesIn(part);
  if (values.length !== operandsOf(part).length - 1) throw validation('Query key condition not supported');
  if (values.some((value) => value[type] === undefined))
    throw invalidParameter('Condition parameter type does not match schema type');
  if (values.some((value) => value.S === '' || value.B?.byteLength === 0))
    throw validation(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
};

/** Whether a start key lies in the range; DynamoDB refuses one that does not. */
export const isInRange = (sort: Condition | undefined, startKey: Item): boolean => !sort || holds(sort, startKey);
