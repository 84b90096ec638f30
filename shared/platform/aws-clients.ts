import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { TranscribeClient } from '@aws-sdk/client-transcribe';
import { TranslateClient } from '@aws-sdk/client-translate';
import { withClockSkewMetric, withThrottleMetric } from '#shared/platform/dynamo-middleware';
import { lazy, requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { withoutRepeatedWork } from '#shared/platform/without-repeated-work';

// One client per service for the life of the process. `@__PURE__` lets esbuild leave a client that a function does not
// use out of its bundle (test/infra/build.test.ts).

export const bedrockClient = /* @__PURE__ */ lazy(() => new BedrockRuntimeClient({}));
export const cognitoClient = /* @__PURE__ */ lazy(() => new CognitoIdentityProviderClient({}));
export const eventBridgeClient = /* @__PURE__ */ lazy(() => withoutRepeatedWork(new EventBridgeClient({})));
export const kmsClient = /* @__PURE__ */ lazy(() => withoutRepeatedWork(new KMSClient({})));
/** One attempt a frame: a connection that does not take it at once is ended. */
export const liveConnectionsClient = /* @__PURE__ */ lazy(
  () => new ApiGatewayManagementApiClient({ endpoint: requiredEnv('liveConnectionsUrl'), maxAttempts: 1 }),
);
export const lambdaClient = /* @__PURE__ */ lazy(() => new LambdaClient({}));
/** For links that browsers use and the parts that they send, which carry no checksums of the SDK. */
export const browserUploadsClient = (credentials?: NonNullable<S3ClientConfig['credentials']>) =>
  new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', ...(credentials && { credentials }) });
export const s3Client = /* @__PURE__ */ lazy(() => new S3Client({}));
/** One attempt a mail: an answer that was lost must not lead to a second mail. */
export const sesClient = /* @__PURE__ */ lazy(
  () => new SESv2Client({ maxAttempts: 1, requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 } }),
);
export const sqsClient = /* @__PURE__ */ lazy(() => withoutRepeatedWork(new SQSClient({})));
export const stsClient = /* @__PURE__ */ lazy(() => new STSClient({}));
export const transcribeClient = /* @__PURE__ */ lazy(() => new TranscribeClient({}));
export const translateClient = /* @__PURE__ */ lazy(() => new TranslateClient({}));

export const dynamoClient = /* @__PURE__ */ lazy(() => {
  const needs = { stage: requiredEnv('stage'), now: Date.now, log: writeLog };
  return withThrottleMetric(withClockSkewMetric(withoutRepeatedWork(new DynamoDBClient({})), needs), needs);
});
