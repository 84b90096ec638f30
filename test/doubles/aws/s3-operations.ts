import { type PutObjectCommandInput, S3ServiceException } from '@aws-sdk/client-s3';
import type { Latency, TimeSource } from './latency.ts';

export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly metadata: Record<string, string>;
  readonly storedAt: number;
}

/** What the operations of the in-memory S3 share. */
export interface S3Operations {
  readonly time: TimeSource;
  readonly arrive: Latency;
  objectsOf(bucket: string | undefined): Map<string, StoredObject>;
  bytesOf(body: PutObjectCommandInput['Body']): Promise<Uint8Array>;
}

export const s3Error = (httpStatusCode: number, name: string, message: string) =>
  new S3ServiceException({ name, $fault: 'client', message, $metadata: { httpStatusCode, attempts: 1 } });
