import * as v from 'valibot';
import type { RecordedRequest } from '#test/aws/recording/recording';
import type { NeededAccess, Needs, RecordedStack } from './needed-access.ts';

const Attributes = v.record(v.string(), v.record(v.string(), v.unknown()));
type Attributes = v.InferOutput<typeof Attributes>;
const Keyed = v.object({ TableName: v.string(), Key: Attributes });
const Put = v.object({ TableName: v.string(), Item: Attributes });
const Query = v.object({
  TableName: v.string(),
  IndexName: v.optional(v.string()),
  KeyConditionExpression: v.string(),
  ExpressionAttributeNames: v.optional(v.record(v.string(), v.string()), {}),
  ExpressionAttributeValues: Attributes,
});
const BatchGet = v.object({ RequestItems: v.record(v.string(), v.object({ Keys: v.array(Attributes) })) });
const Transaction = v.object({
  TransactItems: v.array(
    v.strictObject({
      ConditionCheck: v.optional(Keyed),
      Delete: v.optional(Keyed),
      Update: v.optional(Keyed),
      Put: v.optional(Put),
    }),
  ),
});

/** Actions of the parts of a transaction: developer guide, "Transactions", IAM. */
const PARTS = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Update: 'UpdateItem',
  Put: 'PutItem',
} as const;

/** The actions of DynamoDB with the partition keys that a request touches, `dynamodb:LeadingKeys`. */
export function dynamodbNeeds({ operation, body }: RecordedRequest, stack: RecordedStack): Needs {
  const needed = (action: string, table: string, keys: readonly string[], index?: string): NeededAccess => ({
    action: `dynamodb:${action}`,
    resource: {
      id: stack.find(table, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'),
      suffix: index === undefined ? '' : `/index/${index}`,
    },
    context: { 'dynamodb:LeadingKeys': [...new Set(keys)] },
  });
  const leadingKey = (attributes: Attributes) => textIn(attributes[stack.partitionKey()]);
  const ofOne = (action: string, given: { readonly TableName: string }, attributes: Attributes) =>
    needed(action, given.TableName, [leadingKey(attributes)]);

  switch (operation) {
    case 'GetItem':
    case 'UpdateItem':
    case 'DeleteItem': {
      const given = v.parse(Keyed, body);
      return [ofOne(operation, given, given.Key)];
    }
    case 'PutItem': {
      const given = v.parse(Put, body);
      return [ofOne(operation, given, given.Item)];
    }
    case 'BatchGetItem':
      return Object.entries(v.parse(BatchGet, body).RequestItems).map(([table, { Keys }]) =>
        needed(operation, table, Keys.map(leadingKey)),
      );
    case 'Query': {
      const given = v.parse(Query, body);
      const keys = [queriedPartition(given, stack.partitionKey(given.IndexName))];
      return [needed(operation, given.TableName, keys, given.IndexName)];
    }
    case 'TransactWriteItems':
      return v.parse(Transaction, body).TransactItems.flatMap(({ Put: put, ...keyed }) => [
        ...(put ? [ofOne(PARTS.Put, put, put.Item)] : []),
        ...(['ConditionCheck', 'Delete', 'Update'] as const).flatMap((part) => {
          const given = keyed[part];
          return given ? [ofOne(PARTS[part], given, given.Key)] : [];
        }),
      ]);
    default:
      return { undecidable: `DynamoDB ${operation}` };
  }
}

/** The partition that a key condition names: `#p = :p and …`. */
function queriedPartition(given: v.InferOutput<typeof Query>, partitionKey: string): string {
  for (const [, name = '', value = ''] of given.KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if ((given.ExpressionAttributeNames[name] ?? name) === partitionKey)
      return textIn(given.ExpressionAttributeValues[value]);
  throw new Error(`${given.KeyConditionExpression} names no ${partitionKey}.`);
}

const textIn = (value: Attributes[string] | undefined): string => v.parse(v.object({ S: v.string() }), value).S;
