import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareValues, typeOf } from '#test/doubles/dynamodb/values';
import type { Condition, Operand } from './condition-tree.ts';
import { pathText, samePath } from './paths.ts';
import type { Tokens } from './tokens.ts';

const ORDERED = ['S', 'N', 'B'];
const TEXTUAL = ['S', 'B'];
const TYPES = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'M', 'L', 'NULL', 'BOOL'];

/** Refuses operands that DynamoDB refuses before it looks at any item. */
export const refuseOperands = (tokens: Tokens, condition: Condition): void => {
  if (condition.kind === 'compare') {
    refuseTwice(tokens, condition.comparator, condition.left, condition.right);
    const needsOrder = !['=', '<>'].includes(condition.comparator);
    if (needsOrder)
      refuseTypes(tokens, `operator: ${condition.comparator}`, ORDERED, [condition.left, condition.right]);
  } else if (condition.kind === 'between') {
    refuseTypes(tokens, 'operator: BETWEEN', ORDERED, [condition.operand, condition.low, condition.high]);
    refuseBounds(tokens, literalOf(condition.low), literalOf(condition.high));
  } else if (condition.kind === 'begins') {
    refuseTwice(tokens, 'begins_with', condition.operand, condition.part);
    refuseTypes(tokens, 'operator or function: begins_with', TEXTUAL, [condition.operand, condition.part]);
  } else if (condition.kind === 'contains') {
    refuseTwice(tokens, 'contains', condition.operand, condition.part);
  } else if (condition.kind === 'type' && !TYPES.includes(condition.type)) {
    const valid = TYPES.join(',');
    throw tokens.refusal(`Invalid attribute type name found; type: ${condition.type}, valid types: {${valid}}`);
  }
};

const literalOf = (operand: Operand): AttributeValue | undefined =>
  operand.kind === 'value' ? operand.value : undefined;

const refuseTwice = (tokens: Tokens, operator: string, left: Operand, right: Operand): void => {
  if (left.kind === 'path' && right.kind === 'path' && samePath(left.path, right.path))
    throw tokens.refusal(
      `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${pathText(left.path)}`,
    );
};

const refuseTypes = (tokens: Tokens, where: string, allowed: readonly string[], operands: readonly Operand[]): void => {
  for (const value of operands.map(literalOf)) {
    const type = value && typeOf(value);
    if (type && !allowed.includes(type))
      throw tokens.refusal(`Incorrect operand type for operator or function; ${where}, operand type: ${type}`);
  }
};

const refuseBounds = (tokens: Tokens, low: AttributeValue | undefined, high: AttributeValue | undefined): void => {
  if (!low || !high) return;
  const order = compareValues(low, high);
  if (order === undefined)
    throw tokens.refusal('The BETWEEN operator requires same data type for lower and upper bounds');
  if (order > 0)
    throw tokens.refusal('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
};
