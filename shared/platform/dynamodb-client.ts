import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { watchingItsClock } from '#shared/platform/clock-skew';
import { given } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';

let client: DynamoDBClient | undefined;

/** One for the function's life, made when it is first needed. */
export function dynamoClient(): DynamoDBClient {
  client ??= watchingItsClock(withoutLogger(new DynamoDBClient({})), {
    stage: given('stage'),
    now: Date.now,
    log: writeLog,
  });
  return client;
}

/**
 * Takes the SDK's logger out of a client. It copies every request and answer to blot out what is sensitive, also
 * where nobody listens: a quarter of the processor time of a list.
 */
export function withoutLogger(logging: DynamoDBClient): DynamoDBClient {
  logging.middlewareStack.remove('loggerMiddleware');
  return logging;
}
