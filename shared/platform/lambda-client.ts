import { LambdaClient } from '@aws-sdk/client-lambda';

let client: LambdaClient | undefined;

/** One for the function's life, made when it is first needed. */
export function lambdaClient(): LambdaClient {
  client ??= new LambdaClient({});
  return client;
}
