import { S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;

/** One for the function's life, made when it is first needed. */
export function s3Client(): S3Client {
  client ??= new S3Client({});
  return client;
}
