import { UPLOAD_LIFE_DAYS, UPLOADS_PREFIX } from '#shared/texts/uploads/rules/upload';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateSet, resourcesOf } from './synthesized.ts';

const { storage } = aTemplateSet('production');
const [table] = resourcesOf(storage, 'AWS::DynamoDB::Table');
const buckets = resourcesOf(storage, 'AWS::S3::Bucket');

describe('the table', () => {
  it('has point-in-time recovery, TTL by `ttl`, and a stream of keys only', () => {
    expect(table?.properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      DeletionProtectionEnabled: true,
    });
  });

  it('has three indexes with a narrow projection', () => {
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
  it('for files has no versioning, so that deleted objects do not remain, and has an access log', () => {
    const files = buckets.find(({ properties }) => properties.LoggingConfiguration);
    expect(files?.properties.VersioningConfiguration).toBeUndefined();
    expect(files?.properties.LifecycleConfiguration.Rules).toEqual([
      { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      { Status: 'Enabled', Prefix: UPLOADS_PREFIX, ExpirationInDays: UPLOAD_LIFE_DAYS },
    ]);
  });

  it('for the access log alone reports its objects on the default bus of the account', () => {
    const reporting = buckets.filter(({ properties }) => properties.NotificationConfiguration);
    const [log] = buckets.filter(({ properties }) => !properties.LoggingConfiguration);
    expect(reporting.map(({ id }) => id)).toEqual([log?.id]);
    expect(log?.properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
  });

  it('for files takes uploads from the pages of the deployment, and shows them the ETag', () => {
    const files = buckets.find(({ properties }) => properties.LoggingConfiguration);
    expect(files?.properties.CorsConfiguration.CorsRules).toEqual([
      {
        AllowedMethods: ['PUT'],
        AllowedOrigins: [expect.stringMatching(/^https:\/\/[^*]+$/)],
        AllowedHeaders: ['content-type'],
        ExposedHeaders: ['ETag'],
        MaxAge: 3600,
      },
    ]);
  });
});

describe('keys', () => {
  const keys = resourcesOf(storage, 'AWS::KMS::Key').map(({ properties }) => properties);

  it('are two, with yearly rotation', () => {
    expect(keys.map(({ EnableKeyRotation }) => EnableKeyRotation)).toEqual([true, true]);
  });

  it('can be used by principals of the account through DynamoDB and S3 only', () => {
    const open = keys
      .flatMap(({ KeyPolicy }) => KeyPolicy.Statement)
      .filter(({ Principal }: { Principal: { AWS?: unknown } }) => Principal.AWS === '*');
    expect(open.map(({ Condition }: { Condition: unknown }) => Condition)).toEqual([
      {
        StringEquals: {
          'kms:CallerAccount': '111111111111',
          'kms:ViaService': [
            'dynamodb.us-east-1.amazonaws.com',
            's3.us-east-1.amazonaws.com',
            'transcribe.us-east-1.amazonaws.com',
          ],
        },
      },
    ]);
  });
});

/** A new logical id would replace the resource, and with it the data of a deployment. */
it('stateful resources keep their logical ids', () => {
  const types = ['DynamoDB::Table', 'S3::Bucket', 'KMS::Key', 'Cognito::UserPool', 'Cognito::UserPoolDomain'];
  const ids = types.flatMap((type) => resourcesOf(storage, `AWS::${type}`).map(({ id }) => id));

  expect(ids).toEqual([
    'MainTable06387DF9',
    ...['FilesAccessLog264E0A98', 'FilesBucket7C17EE2E'],
    ...['DataKey17AFBB84', 'SecretsKey9BF95D68'],
    'PeoplePoolC64A4D1E',
    'PeoplePoolDomainF5067C98',
  ]);
});

it('the outputs name the table, the bucket and the key for other tools', () => {
  expect(Object.keys(storage.findOutputs('*'))).toEqual(
    expect.arrayContaining(['TableName', 'FilesBucketName', 'SecretsKeyId']),
  );
});
