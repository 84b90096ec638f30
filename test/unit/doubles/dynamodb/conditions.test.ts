import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { holds } from '#test/doubles/dynamodb/expressions/evaluate-condition';
import { parseCondition } from '#test/doubles/dynamodb/expressions/parse-condition';
import { Placeholders } from '#test/doubles/dynamodb/expressions/placeholders';
import { describe, expect, it } from '#test/support/jest';

const item: Record<string, AttributeValue> = {
  name: { S: 'Ada' },
  count: { N: '7' },
  tags: { SS: ['x', 'y'] },
  list: { L: [{ S: 'a' }, { N: '2' }] },
  map: { M: { branch: { M: { deep: { BOOL: true } } } } },
  bytes: { B: Uint8Array.of(1, 2, 3) },
};

const values: Record<string, AttributeValue> = {
  ':ada': { S: 'Ada' },
  ':a': { S: 'A' },
  ':x': { S: 'x' },
  ':seven': { N: '7.0' },
  ':two': { N: '2' },
  ':ten': { N: '10' },
  ':yes': { BOOL: true },
  ':n': { S: 'N' },
  ':tags': { SS: ['y', 'x'] },
  ':one': { B: Uint8Array.of(1) },
};
const names = { '#n': 'name', '#c': 'count', '#l': 'list', '#m': 'map' };

const given = () => new Placeholders({ ExpressionAttributeNames: names, ExpressionAttributeValues: values });
const evaluate = (text: string) => holds(parseCondition('ConditionExpression', text, given()), item);

describe('a condition', () => {
  it.each([
    ['#n = :ada', true],
    ['#c = :seven', true],
    ['#c <> :seven', false],
    ['#c < :ten', true],
    ['#c >= :ten', false],
    ['#n < :ten', false],
    ['absent = :ada', false],
    ['absent <> :ada', true],
    ['NOT absent = :ada', true],
    ['absent < :ten', false],
    ['#c BETWEEN :two AND :ten', true],
    ['#c IN (:two, :seven)', true],
    ['tags = :tags', true],
    ['attribute_exists(#m.branch.deep)', true],
    ['attribute_not_exists(#m.branch.leaf)', true],
    ['attribute_exists(#l[1])', true],
    ['attribute_exists(#l[2])', false],
    ['attribute_type(#c, :n)', true],
    ['attribute_type(#n, :n)', false],
    ['begins_with(#n, :a)', true],
    ['begins_with(bytes, :one)', true],
    ['contains(#n, :a)', true],
    ['contains(tags, :x)', true],
    ['contains(#l, :two)', true],
    ['contains(#c, :two)', false],
    ['size(#n) < :ten', true],
    ['size(tags) = :two', true],
    ['size(absent) = :two', false],
    ['#m.branch.deep = :yes', true],
    ['#n = :ada OR #c = :two AND #c = :ten', true],
    ['(#n = :ada OR #c = :two) AND #c = :ten', false],
    ['not #n = :a and #c = :seven', true],
  ])('%s: %s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  it.each([
    ['', 'can not be empty'],
    ['#n = ', 'Syntax error'],
    ['#n = :ada #c', 'Syntax error'],
    ['#n ! :ada', 'Syntax error'],
    ['status = :ada', 'reserved keyword: status'],
    ['#none = :ada', 'attribute name: #none'],
    ['#n = :none', 'attribute value: :none'],
    ['((#n = :ada))', 'redundant parentheses'],
    ['#n = #n', 'must be distinct'],
    ['#n < :yes', 'Incorrect operand type'],
    ['begins_with(#n, :ten)', 'Incorrect operand type'],
    ['#c BETWEEN :ten AND :two', 'upper bound'],
    ['#c BETWEEN :a AND :two', 'same data type'],
    ['attribute_type(#c, :ada)', 'Invalid attribute type'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => evaluate(text)).toThrow(message);
  });

  it('refuses names and values that no expression uses', () => {
    const placeholders = given();
    parseCondition('ConditionExpression', '#n = :ada', placeholders);

    expect(() => placeholders.refuseUnused({ hasExpressions: true })).toThrow(
      'Value provided in ExpressionAttributeNames unused in expressions: keys: {#c, #l, #m}',
    );
  });
});
