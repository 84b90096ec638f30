import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

let client: DynamoDBClient | undefined;

/** One for the function's life, made when it is first needed. */
export function dynamoClient(): DynamoDBClient {
  client ??= withoutLogger(new DynamoDBClient({}));
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
