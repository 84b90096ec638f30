import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DescribeEventBusCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { Probes } from '#shared/api/health/ports';
import type { Sealer } from '#shared/foundation/core/secrets';

interface Needs {
  readonly table: { readonly client: Pick<DynamoDBClient, 'send'>; readonly name: string };
  readonly bus: { readonly client: Pick<EventBridgeClient, 'send'>; readonly name: string };
  /** With the key of secrets. The table has the other key, and answers with it alone. */
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** The partition that the role of the function may read, which has no rows. */
const NO_ROW = { pk: { S: 'HEALTH' }, sk: { S: '.' } };

/** A key encrypts only while it is enabled and the function has the right to it. */
const SEALED = { workspace: 'none', resource: 'health' };

export const awsProbes = ({ table, bus, sealer }: Needs): Probes => ({
  table: () => table.client.send(new GetItemCommand({ TableName: table.name, Key: NO_ROW, ConsistentRead: true })),
  bus: () => bus.client.send(new DescribeEventBusCommand({ Name: bus.name })),
  keys: () => sealer.seal('health', SEALED),
});
