import { describe, expect, it } from '@jest/globals';
import { aTemplateSet, resourcesOf } from './synthesized';

const { storage } = aTemplateSet('production');
const [table] = resourcesOf(storage, 'AWS::DynamoDB::Table');
const buckets = resourcesOf(storage, 'AWS::S3::Bucket');

describe('the table', () => {
  it('can be turned back to any moment, forgets by `ttl`, and streams keys alone', () => {
    expect(table?.properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      DeletionProtectionEnabled: true,
    });
  });

  it('is asked by three narrow indexes', () => {
    const indexes = table?.properties.GlobalSecondaryIndexes.map(
      (index: { IndexName: string; KeySchema: { AttributeName: string }[]; Projection: unknown }) => [
        index.IndexName,
        index.KeySchema.map(({ AttributeName }) => AttributeName),
        index.Projection,
      ],
    );
    const narrow = { ProjectionType: 'INCLUDE', NonKeyAttributes: ['type', 'find'] };
    expect(indexes).toEqual([
      ['list', ['list_pk', 'list_sk'], narrow],
      ['order', ['order_pk', 'order_sk'], narrow],
      ['due', ['due_pk', 'due_at'], { ProjectionType: 'INCLUDE', NonKeyAttributes: ['type'] }],
    ]);
    expect(table?.properties.AttributeDefinitions).toContainEqual({ AttributeName: 'due_at', AttributeType: 'N' });
  });
});

describe('buckets', () => {
  it.each(buckets)('$id is closed to the public, encrypted, and owned by us alone', ({ properties }) => {
    expect(properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(properties.BucketEncryption).toBeDefined();
    expect(properties.OwnershipControls.Rules).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }]);
  });

  it('refuse requests in the clear', () => {
    const policies = resourcesOf(storage, 'AWS::S3::BucketPolicy');
    expect(policies).toHaveLength(buckets.length);
    for (const { properties } of policies) {
      expect(properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  it('for files keeps no versions, so that what is deleted is gone, and says who read what', () => {
    const files = buckets.find(({ properties }) => properties.LoggingConfiguration);
    expect(files?.properties.VersioningConfiguration).toBeUndefined();
    expect(files?.properties.LifecycleConfiguration.Rules).toEqual([
      { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
  });
});

describe('keys', () => {
  const keys = resourcesOf(storage, 'AWS::KMS::Key').map(({ properties }) => properties);

  it('are two, and change every year', () => {
    expect(keys.map(({ EnableKeyRotation }) => EnableKeyRotation)).toEqual([true, true]);
  });

  it('let others than the account in through its own table and bucket alone', () => {
    const open = keys
      .flatMap(({ KeyPolicy }) => KeyPolicy.Statement)
      .filter(({ Principal }: { Principal: { AWS?: unknown } }) => Principal.AWS === '*');
    expect(open.map(({ Condition }: { Condition: unknown }) => Condition)).toEqual([
      {
        StringEquals: {
          'kms:CallerAccount': '111111111111',
          'kms:ViaService': ['dynamodb.us-east-1.amazonaws.com', 's3.us-east-1.amazonaws.com'],
        },
      },
    ]);
  });
});

it('production’s data outlives its stack, a sandbox’s does not', () => {
  const policyOf = (stage: string) =>
    Object.values(aTemplateSet(stage).storage.findResources('AWS::DynamoDB::Table')).map(
      ({ DeletionPolicy }) => DeletionPolicy,
    );
  expect(policyOf('production')).toEqual(['Retain']);
  expect(policyOf('sandbox')).toEqual(['Delete']);
});

it('other tools find the table, the files and the key by their outputs', () => {
  expect(Object.keys(storage.findOutputs('*'))).toEqual(
    expect.arrayContaining(['TableName', 'FilesBucketName', 'SecretsKeyId']),
  );
});
