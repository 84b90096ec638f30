import {
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { RecordedLine } from './recording.ts';

/** DynamoDB deletes expired rows up to days later, without a request that a replay could repeat. */
export async function keepExpiredRows(dynamo: DynamoDBClient, TableName: string): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: false };
  await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/** How to make the table again, and the items that it has. */
export async function* tableAndItems(dynamo: DynamoDBClient, TableName: string): AsyncGenerator<RecordedLine> {
  const { Table = {} } = await dynamo.send(new DescribeTableCommand({ TableName }));
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes = [] } = Table;
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  yield {
    kind: 'table',
    table: {
      TableName,
      AttributeDefinitions,
      KeySchema,
      GlobalSecondaryIndexes: indexes,
      BillingMode: 'PAY_PER_REQUEST',
    },
  };
  for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName }))
    for (const item of Items) yield { kind: 'item', item: JSON.parse(JSON.stringify(item)) };
}
