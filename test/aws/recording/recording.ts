import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '#shared/foundation/core/json';

/** A resource of the recorded stack. */
export interface RecordedResource {
  /** The stack without its prefix: `storage`, `service`, `api`. */
  readonly stack: string;
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
}

/** A request to AWS, without its signature and without what is in messages, mails and secrets. */
export interface RecordedRequest {
  /** Name of the function without that of the stage, or `operator` for tests and commands. */
  readonly caller: string;
  /** The service of the signature, as `dynamodb`; undefined for a request that is not signed. */
  readonly service?: string;
  /** `PutItem`; empty where the path names what is asked, as with S3. */
  readonly operation: string;
  readonly method: string;
  /** With the query, without the parameters of a signature. */
  readonly path: string;
  /** What `kept` left of it; of S3, the keys of DeleteObjects. */
  readonly body: JsonObject;
  /** Of S3: what is copied. */
  readonly copySource?: string;
  readonly status: number;
  /** The reply of DynamoDB. */
  readonly answer?: JsonObject;
}

/** A line of a recording. */
export type RecordedLine =
  | { readonly kind: 'resource'; readonly resource: RecordedResource }
  /** The one table, as it was when the recording began. */
  | { readonly kind: 'table'; readonly table: CreateTableCommandInput }
  | { readonly kind: 'item'; readonly item: JsonObject }
  | { readonly kind: 'request'; readonly request: RecordedRequest };

/** The lines of a recording that this project wrote, in the order in which the replies came. */
export async function* readRecording(file: string): AsyncGenerator<RecordedLine> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line);
}
