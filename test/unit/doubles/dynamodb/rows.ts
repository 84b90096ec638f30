import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

/** What our stores ask for: an in-memory client fits where a real one does. */
type Table = Pick<DynamoDBClient, 'send'>;

export const TableName = 'main';

/** The key of a row that stands alone. */
export const aKey = (pk: string, sk = '.') => ({ pk: { S: pk }, sk: { S: sk } });

export const aRow = (pk: string, more: Record<string, AttributeValue> = {}): Record<string, AttributeValue> => ({
  ...aKey(pk),
  ...more,
});

export const put = (table: Table, Item: Record<string, AttributeValue>) =>
  table.send(new PutItemCommand({ TableName, Item }));

export const read = async (table: Table, pk: string) => {
  const { Item } = await table.send(new GetItemCommand({ TableName, Key: aKey(pk), ConsistentRead: true }));
  return Item;
};

/** Counts up while there is room below the limit. */
export const countUp = (pk: string, limit: number) =>
  new UpdateItemCommand({
    TableName,
    Key: aKey(pk),
    UpdateExpression: 'ADD used :one',
    ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
    ExpressionAttributeValues: { ':one': { N: '1' }, ':limit': { N: String(limit) } },
  });
