import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { asItem } from '#shared/foundation/dynamodb/client';

/** Every workspace of a deployment that is not archived. */
export type AllWorkspaces = () => AsyncIterable<Workspace>;

/** Reads the whole table, since no index has all workspaces: half a read unit for every 4 KB of it. */
export const allWorkspaces = (client: DynamoDBDocumentClient, tableName: string): AllWorkspaces =>
  async function* () {
    const input = {
      TableName: tableName,
      FilterExpression: '#type = :type',
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: { ':type': 'workspace' },
    };
    for await (const { Items = [] } of paginateScan({ client }, input))
      for (const row of Items) {
        const workspace = workspaces.stateIn(asItem(row));
        if (workspace.archivedAt === null) yield workspace;
      }
  };
