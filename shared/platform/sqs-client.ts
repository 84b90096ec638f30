import { SQSClient } from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

/** One for the function's life, made when it is first needed. */
export function sqsClient(): SQSClient {
  client ??= new SQSClient({});
  return client;
}
