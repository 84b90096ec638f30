import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Sources } from '#bin/operator/person-export/held';
import type { Item } from '#shared/foundation/core/table';
import { asItem } from '#shared/foundation/dynamodb/client';

/** Rows that one request of a scan looks at. */
const LOOKED_AT = 500;

/** Every row of some types: for those that no index lists. It reads the whole table, at most a megabyte at a time. */
export async function* scannedRows(
  { documents: client, tableName }: Pick<Sources, 'documents' | 'tableName'>,
  types: readonly string[],
): AsyncGenerator<Item> {
  const names = types.map((_type, at) => `:type${at}`);
  const input = {
    TableName: tableName,
    Limit: LOOKED_AT,
    FilterExpression: `#type IN (${names.join(', ')})`,
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: Object.fromEntries(names.map((name, at) => [name, types[at]])),
  };
  for await (const { Items = [] } of paginateScan({ client }, input)) yield* Items.map(asItem);
}
