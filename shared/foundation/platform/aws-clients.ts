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
import { withDenialMetric } from '#shared/foundation/platform/denial-metric';
import { withClockSkewMetric, withThrottleMetric } from '#shared/foundation/platform/dynamo-middleware';
import { lazy, requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';

// One client per service for the life of the process. `@__PURE__` lets esbuild leave a client that a function does not
// use out of its bundle (test/infra/build.test.ts).

/** Of metrics. */
const surroundings = () => ({ stage: requiredEnv('stage'), now: Date.now, log: writeLog });

/** An emulator on a busy laptop may be slow, and is never out of reach. */
const EMULATOR_MS = 20_000;

const unlessEmulated = (ms: number): number => (requiredEnv('stage') === 'local' ? EMULATOR_MS : ms);

const connectsWithin = () => ({ connectionTimeout: unlessEmulated(2_000) });

const endsAfter = (ms: number) => ({
  ...connectsWithin(),
  requestTimeout: unlessEmulated(ms),
  throwOnRequestTimeout: true,
});

/**
 * A service that does not answer must not hold a request up beyond the timeout of its function, 25 seconds: three attempts
 * of five seconds end before. The SDK waits for ever by default.
 */
const quick = () => ({ maxAttempts: 3, requestHandler: endsAfter(5_000) });

/** The table answers in milliseconds, and commands repeat once what timed out: 15 seconds in all. */
const forTable = () => ({ maxAttempts: 3, requestHandler: endsAfter(2_500) });

/** Five seconds without a byte in either direction end an attempt: a file may take longer. */
const forFiles = () => ({
  maxAttempts: 3,
  requestHandler: { ...connectsWithin(), socketTimeout: unlessEmulated(5_000) },
});

export const bedrockClient = /* @__PURE__ */ lazy(() => new BedrockRuntimeClient({}));
/** A sign-up takes as long as the trigger that Cognito calls for it, five seconds at most. */
export const cognitoClient = /* @__PURE__ */ lazy(() =>
  withDenialMetric(
    new CognitoIdentityProviderClient({
      maxAttempts: 2,
      requestHandler: endsAfter(9_000),
    }),
    surroundings(),
  ),
);
export const eventBridgeClient = /* @__PURE__ */ lazy(() =>
  withDenialMetric(new EventBridgeClient(quick()), surroundings()),
);
export const kmsClient = /* @__PURE__ */ lazy(() => withDenialMetric(new KMSClient(quick()), surroundings()));
/** One attempt a frame: a connection that does not take it at once is ended. */
export const liveConnectionsClient = /* @__PURE__ */ lazy(() =>
  withDenialMetric(
    new ApiGatewayManagementApiClient({ endpoint: requiredEnv('liveConnectionsUrl'), maxAttempts: 1 }),
    surroundings(),
  ),
);
/** A function that is called has a timeout of its own, which is this one's time-out. */
export const lambdaClient = /* @__PURE__ */ lazy(() =>
  withDenialMetric(new LambdaClient({ requestHandler: connectsWithin() }), surroundings()),
);
/** For links that browsers use and the parts that they send, which carry no checksums of the SDK. */
export const browserUploadsClient = (credentials?: NonNullable<S3ClientConfig['credentials']>) =>
  withDenialMetric(
    new S3Client({
      ...forFiles(),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      ...(credentials && { credentials }),
    }),
    surroundings(),
  );
export const s3Client = /* @__PURE__ */ lazy(() => withDenialMetric(new S3Client(forFiles()), surroundings()));
/** For media files, which S3 may copy or put together for minutes before it answers. Of workers alone. */
export const mediaFilesClient = /* @__PURE__ */ lazy(() => withDenialMetric(new S3Client({}), surroundings()));
/** One attempt a mail: an answer that was lost must not lead to a second mail. */
export const sesClient = /* @__PURE__ */ lazy(
  () =>
    new SESv2Client({
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
    }),
);
export const sqsClient = /* @__PURE__ */ lazy(() => withDenialMetric(new SQSClient(quick()), surroundings()));
export const stsClient = /* @__PURE__ */ lazy(() => withDenialMetric(new STSClient(quick()), surroundings()));
export const transcribeClient = /* @__PURE__ */ lazy(() => new TranscribeClient({}));
export const translateClient = /* @__PURE__ */ lazy(() => new TranslateClient({}));

export const dynamoClient = /* @__PURE__ */ lazy(() => {
  const needs = surroundings();
  const client = withDenialMetric(new DynamoDBClient(forTable()), needs);
  return withThrottleMetric(withClockSkewMetric(client, needs), needs);
});
