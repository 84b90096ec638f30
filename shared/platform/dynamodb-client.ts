import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

let client: DynamoDBClient | undefined;

/** One for the function's life, made when it is first needed. */
export function dynamoClient(): DynamoDBClient {
  client ??= new DynamoDBClient({});
  return client;
}
