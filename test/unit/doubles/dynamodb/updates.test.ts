import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { applyUpdate } from '#test/doubles/dynamodb/expressions/apply-update';
import { parseUpdate } from '#test/doubles/dynamodb/expressions/parse-update';
import { Placeholders } from '#test/doubles/dynamodb/expressions/placeholders';
import { describe, expect, it } from '#test/support/jest';

const before: Record<string, AttributeValue> = {
  n: { N: '5' },
  s: { S: 'text' },
  tags: { SS: ['a', 'b'] },
  l: { L: [{ N: '0' }, { N: '1' }, { N: '2' }] },
  m: { M: { x: { N: '1' } } },
};
const values: Record<string, AttributeValue> = {
  ':one': { N: '1' },
  ':half': { N: '0.5' },
  ':s': { S: 'new' },
  ':l': { L: [{ N: '3' }] },
  ':b': { SS: ['b'] },
  ':bc': { SS: ['b', 'c'] },
  ':ab': { SS: ['a', 'b'] },
};

const update = (text: string) => {
  const placeholders = new Placeholders({ ExpressionAttributeValues: values });
  return applyUpdate(parseUpdate(text, placeholders), before);
};

describe('an update', () => {
  it.each<[string, Record<string, AttributeValue>]>([
    ['SET s = :s', { s: { S: 'new' } }],
    ['SET n = n + :half', { n: { N: '5.5' } }],
    ['SET n = :one - n', { n: { N: '-4' } }],
    ['SET n = if_not_exists(n, :one), k = if_not_exists(k, :one)', { n: { N: '5' }, k: { N: '1' } }],
    ['SET k = if_not_exists(k, :one) + :one', { k: { N: '2' } }],
    ['SET l = list_append(l, :l)', { l: { L: [{ N: '0' }, { N: '1' }, { N: '2' }, { N: '3' }] } }],
    ['SET l = list_append(if_not_exists(k, :l), l)', { l: { L: [{ N: '3' }, { N: '0' }, { N: '1' }, { N: '2' }] } }],
    ['SET l[1] = :s', { l: { L: [{ N: '0' }, { S: 'new' }, { N: '2' }] } }],
    ['SET l[9] = :s', { l: { L: [{ N: '0' }, { N: '1' }, { N: '2' }, { S: 'new' }] } }],
    ['SET m.y = :s', { m: { M: { x: { N: '1' }, y: { S: 'new' } } } }],
    ['SET n = m.x, m.x = n', { n: { N: '1' }, m: { M: { x: { N: '5' } } } }],
    ['REMOVE l[0], l[1]', { l: { L: [{ N: '2' }] } }],
    ['REMOVE m.x, absent', { m: { M: {} } }],
    ['ADD n :one, k :one, tags :bc', { n: { N: '6' }, k: { N: '1' }, tags: { SS: ['a', 'b', 'c'] } }],
    ['DELETE tags :b', { tags: { SS: ['a'] } }],
    ['SET s = :s REMOVE n ADD k :one DELETE tags :b', { s: { S: 'new' }, k: { N: '1' }, tags: { SS: ['a'] } }],
  ])('%s', (text, changed) => {
    expect(update(text)).toMatchObject(changed);
  });

  it('takes a set away with its last member', () => {
    expect(update('DELETE tags :ab')).not.toHaveProperty('tags');
  });

  it('leaves the item it was given as it was', () => {
    update('SET m.x = :s REMOVE l[0]');

    expect(before).toMatchObject({ m: { M: { x: { N: '1' } } }, l: { L: [{ N: '0' }, { N: '1' }, { N: '2' }] } });
  });

  it.each([
    ['SET n = absent', 'does not exist in the item'],
    ['SET n = s + :one', 'incorrect data type'],
    ['SET n = n + :s', 'Incorrect operand type'],
    ['SET a.b = :s', 'document path provided in the update expression is invalid'],
    ['REMOVE a.b', 'document path provided in the update expression is invalid'],
    ['SET n = :one, n = :half', 'overlap'],
    ['SET m = :one REMOVE m.x', 'overlap'],
    ['SET n = :one SET s = :s', 'only be used once'],
    ['ADD s :s', 'operator: ADD, operand type: STRING'],
    ['ADD s :one', 'incorrect data type'],
    ['DELETE tags :one', 'operator: DELETE, operand type: NUMBER'],
    ['SET n = list_append(l, :one)', 'Incorrect operand type'],
    ['SET n = plus(l, :one)', 'Invalid function name'],
    ['SET n = :one + :one + :one', 'Syntax error'],
    ['SET n', 'Syntax error'],
    ['FROB n', 'Syntax error'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => update(text)).toThrow(message);
  });
});
