import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { withClockSkewMetric, withoutLogger } from '#shared/platform/dynamo-middleware';
import { lazy, requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';

// One client per service for the life of the process. `@__PURE__` lets esbuild leave a client that a function does not
// use out of its bundle (test/infra/build.test.ts).

export const cognitoClient = /* @__PURE__ */ lazy(() => new CognitoIdentityProviderClient({}));
export const eventBridgeClient = /* @__PURE__ */ lazy(() => new EventBridgeClient({}));
export const kmsClient = /* @__PURE__ */ lazy(() => new KMSClient({}));
export const lambdaClient = /* @__PURE__ */ lazy(() => new LambdaClient({}));
export const s3Client = /* @__PURE__ */ lazy(() => new S3Client({}));
export const sqsClient = /* @__PURE__ */ lazy(() => new SQSClient({}));

export const dynamoClient = /* @__PURE__ */ lazy(() =>
  withClockSkewMetric(withoutLogger(new DynamoDBClient({})), {
    stage: requiredEnv('stage'),
    now: Date.now,
    log: writeLog,
  }),
);
