import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Key } from '#shared/dynamodb/keys';

export type DynamoClient = Pick<DynamoDBClient, 'send'>;

/** A row: keys, then what every row may have. The entity itself is `state`, as JSON text. */
export interface Item extends Key {
  readonly type: string;
  readonly revision?: number;
  readonly state?: string;
  readonly find?: Readonly<Record<string, unknown>>;
  readonly list_pk?: string;
  readonly list_sk?: string;
  readonly order_pk?: string;
  readonly order_sk?: string;
  readonly due_pk?: string;
  readonly due_at?: number;
  /** Epoch seconds after which the table may drop it; readers check for themselves. */
  readonly ttl?: number;
  readonly [other: string]: unknown;
}
