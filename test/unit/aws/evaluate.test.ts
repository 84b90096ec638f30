import { evaluate } from '#test/aws/iam/evaluate';
import type { AccessRequest, Statement } from '#test/aws/iam/policy';
import { describe, expect, it } from '#test/support/jest';

const TABLE = 'arn:aws:dynamodb:us-east-1:111111111111:table/main';

const aStatement = (given: Partial<Statement> = {}): Statement => ({
  effect: 'Allow',
  actions: ['dynamodb:PutItem'],
  resources: [TABLE],
  conditions: {},
  ...given,
});

const aRequest = (given: Partial<AccessRequest> = {}): AccessRequest => ({
  action: 'dynamodb:PutItem',
  resource: TABLE,
  context: {},
  ...given,
});

const decide = (statements: readonly Statement[], request = aRequest()) => evaluate(statements, request).decision;

describe('the decision of policies', () => {
  it.each<[string, readonly Statement[], AccessRequest, string]>([
    ['no statement', [], aRequest(), 'not allowed'],
    ['an Allow', [aStatement()], aRequest(), 'allowed'],
    ['an Allow of another action', [aStatement({ actions: ['dynamodb:Query'] })], aRequest(), 'not allowed'],
    ['an Allow in other case', [aStatement({ actions: ['DynamoDB:putitem'] })], aRequest(), 'allowed'],
    ['an action with a wildcard', [aStatement({ actions: ['dynamodb:Put*'] })], aRequest(), 'allowed'],
    ['an Allow on another table', [aStatement({ resources: [`${TABLE}2`] })], aRequest(), 'not allowed'],
    ['a resource in other case', [aStatement({ resources: [TABLE.toUpperCase()] })], aRequest(), 'not allowed'],
    [
      'a resource with wildcards',
      [aStatement({ resources: ['arn:aws:dynamodb:*:table/m?in'] })],
      aRequest(),
      'allowed',
    ],
    ['a dot that is no wildcard', [aStatement({ resources: ['a.b'] })], aRequest({ resource: 'axb' }), 'not allowed'],
    ['a Deny beside an Allow', [aStatement(), aStatement({ effect: 'Deny' })], aRequest(), 'explicitly denied'],
    ['a Deny alone', [aStatement({ effect: 'Deny' })], aRequest(), 'explicitly denied'],
    [
      'a Deny of something else',
      [aStatement(), aStatement({ effect: 'Deny', actions: ['dynamodb:Query'] })],
      aRequest(),
      'allowed',
    ],
  ])('with %s is as IAM decides', (_, statements, request, decision) => {
    expect(decide(statements, request)).toBe(decision);
  });
});

describe('a condition', () => {
  const KEY = 'dynamodb:LeadingKeys';
  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[] | undefined, boolean]>([
    ['StringEquals', { [KEY]: ['a', 'b'] }, ['b'], true],
    ['StringEquals', { [KEY]: ['a'] }, ['A'], false],
    ['StringEquals', { [KEY]: ['a'] }, undefined, false],
    ['StringEquals', { 'DYNAMODB:leadingkeys': ['a'] }, ['a'], true],
    ['StringEqualsIfExists', { [KEY]: ['a'] }, undefined, true],
    ['StringNotEquals', { [KEY]: ['a', 'b'] }, ['b'], false],
    ['StringNotEquals', { [KEY]: ['a'] }, undefined, true],
    ['StringLike', { [KEY]: ['usr_*'] }, ['usr_1'], true],
    ['StringNotLike', { [KEY]: ['usr_*'] }, ['usr_1'], false],
    ['ForAllValues:StringLike', { [KEY]: ['usr_*', 'wks_*'] }, ['usr_1', 'wks_1'], true],
    ['ForAllValues:StringLike', { [KEY]: ['usr_*'] }, ['usr_1', 'wks_1'], false],
    ['ForAllValues:StringLike', { [KEY]: ['usr_*'] }, undefined, true],
    ['ForAnyValue:StringLike', { [KEY]: ['usr_*'] }, ['wks_1', 'usr_1'], true],
    ['ForAnyValue:StringLike', { [KEY]: ['usr_*'] }, undefined, false],
    ['Bool', { [KEY]: ['true'] }, ['True'], true],
    ['Null', { [KEY]: ['true'] }, undefined, true],
    ['Null', { [KEY]: ['false'] }, undefined, false],
  ])('%s %j of %j holds: %s', (operator, keys, values, holds) => {
    const statement = aStatement({ conditions: { [operator]: keys } });
    const request = aRequest({ context: values ? { [KEY]: values } : {} });

    expect(decide([statement], request)).toBe(holds ? 'allowed' : 'not allowed');
  });

  it('needs all its operators and keys', () => {
    const statement = aStatement({ conditions: { StringEquals: { a: ['1'], b: ['2'] } } });

    expect(decide([statement], aRequest({ context: { a: ['1'], b: ['2'] } }))).toBe('allowed');
    expect(decide([statement], aRequest({ context: { a: ['1'], b: ['3'] } }))).toBe('not allowed');
  });

  it.each([
    ['an operator', { NumericLessThan: { a: ['1'] } }],
    ['a policy variable', { StringEquals: { a: [`\${aws:username}`] } }],
  ])('with %s that is not known here is refused', (_, conditions) => {
    expect(() => decide([aStatement({ conditions })], aRequest({ context: { a: ['1'] } }))).toThrow(/not evaluated/);
  });
});
