import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Item } from '#test/doubles/dynamodb/values';
import type { Office } from '../office.ts';

/** What else a deployment holds beside the measured workspace. */
export interface Population {
  readonly workspaces: number;
  readonly rows: number;
}

/**
 * Puts rows of other workspaces into the table: copies of the measured workspace's meetings with ids, lists and calls
 * of their own, as many for each workspace.
 */
export async function populate({ world, workspaceId }: Office, { workspaces, rows }: Population): Promise<void> {
  const items = world.dynamo.items();
  const meetings = items.filter(({ pk }) => pk?.S?.startsWith('mtg_') || pk?.S?.startsWith('cev_'));
  for (let nth = items.length; nth < rows; nth += 1) {
    const item = meetings[nth % meetings.length];
    if (item)
      await world.dynamo.send(new PutItemCommand({ TableName: 'main', Item: copyOf(item, nth, nth % workspaces) }));
  }

  function copyOf(item: Item, nth: number, workspace: number): Item {
    const renamed = (text: string) =>
      text
        .replaceAll(workspaceId, `wks_${String(workspace).padStart(26, '0')}`)
        .replace(/^(mtg|cev)_\w{26}/, `$1_${String(nth).padStart(26, '0')}`);
    // `state` keeps its ids: no request of the measured workspace reads it.
    return Object.fromEntries(
      Object.entries(item).map(([name, value]) => [
        name,
        name !== 'state' && value.S !== undefined ? { S: renamed(value.S) } : value,
      ]),
    );
  }
}
