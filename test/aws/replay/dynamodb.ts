import type { JsonObject } from '#shared/foundation/core/json';

/** A reply of DynamoDB, or what another implementation replies instead. */
export interface DynamoReply {
  readonly status: number;
  readonly answer: JsonObject;
}

/** A DynamoDB: what it replies to an operation, as JSON on both sides. */
export type Dynamo = (operation: string, body: JsonObject) => Promise<DynamoReply>;
