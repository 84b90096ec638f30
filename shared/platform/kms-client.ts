import { KMSClient } from '@aws-sdk/client-kms';

let client: KMSClient | undefined;

/** One for the function's life, made when it is first needed. */
export function kmsClient(): KMSClient {
  client ??= new KMSClient({});
  return client;
}
