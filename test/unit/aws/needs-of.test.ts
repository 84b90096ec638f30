import type { RecordedRequest } from '#test/aws/recording/recording';
import type { RecordedStack } from '#test/aws/requests/needed-access';
import { needsOf } from '#test/aws/requests/needs-of';
import { describe, expect, it } from '#test/support/jest';

const STACK: RecordedStack = {
  find: (name) => ({ stack: 'any', logicalId: name }),
  partitionKey: (index) => (index === undefined ? 'pk' : `${index}_pk`),
};

const aRequest = (given: Partial<RecordedRequest>): RecordedRequest => ({
  caller: 'api-bots',
  operation: '',
  method: 'POST',
  path: '/',
  body: {},
  status: 200,
  ...given,
});

/** Each need as `action on resource`, with the values of its context. */
const needed = (given: Partial<RecordedRequest>) => {
  const needs = needsOf(aRequest(given), STACK);
  if ('undecidable' in needs) return needs;
  return needs.map(({ action, resource: { id, suffix }, context }) => [
    `${action} on ${id.logicalId}${suffix}`,
    ...Object.values(context).flat(),
  ]);
};

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: '.' } });

describe('a request to DynamoDB needs', () => {
  const TableName = 'main';
  const ofPartition = { KeyConditionExpression: 'sk = :s AND #p = :p', ExpressionAttributeNames: { '#p': 'pk' } };
  it.each<[string, RecordedRequest['body'], readonly (readonly string[])[]]>([
    ['GetItem', { TableName, Key: key('a') }, [['dynamodb:GetItem on main', 'a']]],
    ['PutItem', { TableName, Item: key('a') }, [['dynamodb:PutItem on main', 'a']]],
    ['UpdateItem', { TableName, Key: key('a') }, [['dynamodb:UpdateItem on main', 'a']]],
    ['DeleteItem', { TableName, Key: key('a') }, [['dynamodb:DeleteItem on main', 'a']]],
    [
      'BatchGetItem',
      { RequestItems: { main: { Keys: [key('a'), key('b'), key('a')] } } },
      [['dynamodb:BatchGetItem on main', 'a', 'b']],
    ],
    [
      'Query',
      { TableName, ...ofPartition, ExpressionAttributeValues: { ':s': { S: 'x' }, ':p': { S: 'a' } } },
      [['dynamodb:Query on main', 'a']],
    ],
    [
      'Query',
      {
        TableName,
        IndexName: 'due',
        KeyConditionExpression: 'due_pk = :p AND due_at <= :u',
        ExpressionAttributeValues: { ':p': { S: 'DUE#0' }, ':u': { N: '1' } },
      },
      [['dynamodb:Query on main/index/due', 'DUE#0']],
    ],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName, Item: key('a') } },
          { Update: { TableName, Key: key('b') } },
          { Delete: { TableName, Key: key('c') } },
          { ConditionCheck: { TableName, Key: key('d') } },
        ],
      },
      [
        ['dynamodb:PutItem on main', 'a'],
        ['dynamodb:UpdateItem on main', 'b'],
        ['dynamodb:DeleteItem on main', 'c'],
        ['dynamodb:ConditionCheckItem on main', 'd'],
      ],
    ],
  ])('the actions of %s with its partition keys', (operation, body, expected) => {
    expect(needed({ service: 'dynamodb', operation, body })).toEqual(expected);
  });
});

describe('a request to S3 needs', () => {
  it.each<[string, string, Partial<RecordedRequest>, readonly string[]]>([
    ['GET', '/files/wks_1/a%20b?x-id=GetObject', {}, ['s3:GetObject on files/wks_1/a b']],
    ['GET', '/files/a?response-content-type=text', {}, ['s3:GetObject on files/a']],
    ['GET', '/files/a', { status: 404 }, ['s3:GetObject on files/a', 's3:ListBucket on files']],
    ['HEAD', '/files/a', {}, ['s3:GetObject on files/a']],
    ['PUT', '/files/a?x-id=PutObject', {}, ['s3:PutObject on files/a']],
    ['PUT', '/files/a?partNumber=1&uploadId=u', {}, ['s3:PutObject on files/a']],
    ['PUT', '/files/a', { copySource: 'files/b' }, ['s3:PutObject on files/a', 's3:GetObject on files/b']],
    ['POST', '/files/a?uploads=', {}, ['s3:PutObject on files/a']],
    ['POST', '/files/a?uploadId=u', {}, ['s3:PutObject on files/a']],
    ['GET', '/files/a?uploadId=u', {}, ['s3:ListMultipartUploadParts on files/a']],
    ['DELETE', '/files/a?uploadId=u', {}, ['s3:AbortMultipartUpload on files/a']],
    ['DELETE', '/files/a', {}, ['s3:DeleteObject on files/a']],
    [
      'POST',
      '/files/?delete=',
      { body: { Keys: ['a', 'b'] } },
      ['s3:DeleteObject on files/a', 's3:DeleteObject on files/b'],
    ],
  ])('the permissions of %s %s', (method, path, given, expected) => {
    expect(needed({ service: 's3', method, path, ...given })).toEqual(expected.map((one) => [one]));
  });

  it('s3:ListBucket with its prefix, for a list', () => {
    expect(needed({ service: 's3', method: 'GET', path: '/files/?list-type=2&prefix=wks_1%2F' })).toEqual([
      ['s3:ListBucket on files', 'wks_1/'],
    ]);
  });
});

describe('a request to another service needs', () => {
  it.each<[string, Partial<RecordedRequest>, readonly string[]]>([
    [
      'sqs',
      { operation: 'SendMessageBatch', body: { QueueUrl: 'http://127.0.0.1:1/0/rapporteur-local-bots' } },
      ['sqs:SendMessage on rapporteur-local-bots'],
    ],
    ['events', { operation: 'PutEvents', body: { EventBusNames: ['bus'] } }, ['events:PutEvents on bus']],
    [
      'kms',
      { operation: 'Decrypt', body: { KeyId: 'key', EncryptionContext: { resource: 'whe_1' } } },
      ['kms:Decrypt on key', 'whe_1', 'resource'],
    ],
    ['lambda', { path: '/2015-03-31/functions/sweeper/invocations' }, ['lambda:InvokeFunction on sweeper']],
    [
      'execute-api',
      { path: '/_aws/execute-api/live/live/@connections/abc' },
      ['execute-api:ManageConnections on live/live/POST/@connections/abc'],
    ],
    [
      'cognito-idp',
      { operation: 'DescribeUserPoolClient', body: { UserPoolId: 'pool' } },
      ['cognito-idp:DescribeUserPoolClient on pool'],
    ],
  ])('the action of %s on what it names', (service, given, expected) => {
    expect(needed({ service, ...given })).toEqual([expected]);
  });
});

describe('a request', () => {
  it('that is not signed needs no permission', () => {
    expect(needed({ operation: 'SignUp' })).toEqual([]);
  });

  it.each([
    ['dynamodb', { operation: 'ExecuteStatement' }],
    ['s3', { method: 'PUT', path: '/files/a?acl=' }],
    ['sns', { operation: 'Publish' }],
    ['kms', { operation: 'CreateGrant' }],
  ])('to %s that is not known here is undecidable', (service, given) => {
    expect(needed({ service, ...given })).toEqual({ undecidable: expect.any(String) });
  });
});
