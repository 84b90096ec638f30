import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { membersOf, typeOf } from '#test/doubles/dynamodb/values';
import { parsePath, refuseOverlaps } from './paths.ts';
import type { Placeholders } from './placeholders.ts';
import { Tokens } from './tokens.ts';
import type { Action, SetValue, Update } from './update-tree.ts';

const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;
type Clause = (typeof CLAUSES)[number];

/** As messages name the types. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  M: 'MAP',
  L: 'LIST',
  BOOL: 'BOOLEAN',
  NULL: 'NULL',
  SS: 'STRING SET',
  NS: 'NUMBER SET',
  BS: 'BINARY SET',
};

/** Reads an update expression; throws what DynamoDB answers to one it cannot read or would never accept. */
export const parseUpdate = (text: string, placeholders: Placeholders): Update => {
  const tokens = new Tokens('UpdateExpression', text);
  const actions: Action[] = [];
  const seen = new Set<Clause>();
  while (!tokens.done) {
    const clause = CLAUSES.find((name) => tokens.take(name));
    if (!clause) throw tokens.syntaxError();
    if (seen.has(clause))
      throw tokens.refusal(`The "${clause}" section can only be used once in an update expression;`);
    seen.add(clause);
    do actions.push(parseAction(clause, tokens, placeholders));
    while (tokens.take(','));
  }
  refuseOverlaps(
    tokens,
    actions.map(({ path }) => path),
  );
  return actions;
};

const parseAction = (clause: Clause, tokens: Tokens, placeholders: Placeholders): Action => {
  const path = parsePath(tokens, placeholders);
  if (clause === 'REMOVE') return { kind: 'remove', path };
  if (clause === 'SET') {
    tokens.expect('=');
    return { kind: 'set', path, to: parseSum(tokens, placeholders) };
  }
  const value = parseValue(tokens, placeholders);
  refuseType(tokens, clause, value);
  return { kind: clause === 'ADD' ? 'add' : 'delete', path, value };
};

/** ADD takes a number or a set, DELETE a set; the message speaks of ADD for both. */
const refuseType = (tokens: Tokens, clause: 'ADD' | 'DELETE', value: AttributeValue): void => {
  if (membersOf(value) || (clause === 'ADD' && value.N !== undefined)) return;
  throw tokens.refusal(
    `Incorrect operand type for operator or function; operator: ${clause}, operand type: ${TYPE_WORDS[typeOf(value) ?? '']}, typeSet: ALLOWED_FOR_ADD_OPERAND`,
  );
};

const parseValue = (tokens: Tokens, placeholders: Placeholders): AttributeValue => {
  if (!tokens.peek().startsWith(':')) throw tokens.syntaxError();
  return placeholders.value(tokens.next(), tokens.kind);
};

/** One operand, or the sum or difference of two; never of three. */
const parseSum = (tokens: Tokens, placeholders: Placeholders): SetValue => {
  const left = parseOperand(tokens, placeholders);
  const operator = ['+', '-'].find((sign) => tokens.take(sign));
  if (!operator) return left;
  const right = parseOperand(tokens, placeholders);
  for (const side of [left, right])
    if (side.kind === 'value' && side.value.N === undefined)
      throw tokens.refusal(
        `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${typeOf(side.value)}`,
      );
  return { kind: operator === '+' ? 'sum' : 'difference', left, right };
};

const parseOperand = (tokens: Tokens, placeholders: Placeholders): SetValue => {
  if (tokens.take('(')) {
    const inner = parseSum(tokens, placeholders);
    tokens.expect(')');
    return inner;
  }
  const isCall = tokens.peek(1) === '(';
  if (isCall && tokens.peek() === 'if_not_exists') return parseIfNotExists(tokens, placeholders);
  if (isCall && tokens.peek() === 'list_append') return parseAppend(tokens, placeholders);
  if (isCall) throw tokens.refusal(`Invalid function name; function: ${tokens.peek()}`);
  if (tokens.peek().startsWith(':')) return { kind: 'value', value: parseValue(tokens, placeholders) };
  return { kind: 'path', path: parsePath(tokens, placeholders) };
};

const parseIfNotExists = (tokens: Tokens, placeholders: Placeholders): SetValue => {
  tokens.next();
  tokens.expect('(');
  if (tokens.peek().startsWith(':'))
    throw tokens.refusal('Operator or function requires a document path; operator or function: if_not_exists');
  const path = parsePath(tokens, placeholders);
  tokens.expect(',');
  const otherwise = parseOperand(tokens, placeholders);
  tokens.expect(')');
  return { kind: 'ifNotExists', path, otherwise };
};

const parseAppend = (tokens: Tokens, placeholders: Placeholders): SetValue => {
  tokens.next();
  tokens.expect('(');
  const first = parseOperand(tokens, placeholders);
  tokens.expect(',');
  const second = parseOperand(tokens, placeholders);
  tokens.expect(')');
  for (const side of [first, second])
    if (side.kind === 'value' && !side.value.L)
      throw tokens.refusal(
        `Incorrect operand type for operator or function; operator or function: list_append, operand type: ${typeOf(side.value)}`,
      );
  return { kind: 'append', first, second };
};
