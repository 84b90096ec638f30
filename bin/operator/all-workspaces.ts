import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { type DynamoClient, toItem } from '#shared/foundation/dynamodb/client';

/** Every workspace of a deployment that is not archived. */
export type AllWorkspaces = () => AsyncIterable<Workspace>;

/** Reads the whole table, since no index has all workspaces: half a read unit for every 4 KB of it. */
export const allWorkspaces = (client: DynamoClient, tableName: string): AllWorkspaces =>
  async function* () {
    let after: ScanCommandOutput['LastEvaluatedKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: tableName,
          FilterExpression: '#type = :type',
          ExpressionAttributeNames: { '#type': 'type' },
          ExpressionAttributeValues: { ':type': { S: 'workspace' } },
          ExclusiveStartKey: after,
        }),
      );
      for (const raw of Items) {
        const workspace = workspaces.stateIn(toItem(raw));
        if (workspace.archivedAt === null) yield workspace;
      }
      after = LastEvaluatedKey;
    } while (after !== undefined);
  };
