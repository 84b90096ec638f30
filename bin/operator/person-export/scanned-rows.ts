import { ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import type { Sources } from '#bin/operator/person-export/held';
import type { Item } from '#shared/foundation/core/table';
import { toAttributes, toItem } from '#shared/foundation/dynamodb/client';

/** Rows that one request of a scan looks at. */
const LOOKED_AT = 500;

/** Every row of some types: for those that no index lists. It reads the whole table, at most a megabyte at a time. */
export async function* scannedRows(
  { client, tableName }: Pick<Sources, 'client' | 'tableName'>,
  types: readonly string[],
): AsyncGenerator<Item> {
  const names = types.map((_type, at) => `:type${at}`);
  let after: ScanCommandInput['ExclusiveStartKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: tableName,
        Limit: LOOKED_AT,
        FilterExpression: `#type IN (${names.join(', ')})`,
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: toAttributes(Object.fromEntries(names.map((name, at) => [name, types[at]]))),
        ExclusiveStartKey: after,
      }),
    );
    yield* Items.map(toItem);
    after = LastEvaluatedKey;
  } while (after);
}
