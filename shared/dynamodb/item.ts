import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type DynamoClient = Pick<DynamoDBClient, 'send'>;
