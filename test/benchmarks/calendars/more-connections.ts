import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { pollSlotOf } from '#shared/calendars/sync/rules/poll-slots';
import { type CalendarConnectionId, idOf } from '#shared/foundation/core/ids';
import { pollPartition } from '#shared/foundation/dynamodb/keys';
import type { CalendarWorld } from '#test/calendars/world';

type Item = ReturnType<CalendarWorld['dynamo']['items']>[number];

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Further connections in the same deployment: each in a workspace of its own, with the rows that the first one's
 * workspace, member, connection and sync have. Their polls are spread evenly.
 */
export async function addConnections(world: CalendarWorld, from: number, upTo: number): Promise<void> {
  const { workspaceId, connectionId, memberId } = world;
  const ids = [workspaceId, connectionId, memberId];
  const rows = world.dynamo
    .items()
    .filter((row) => TYPES.has(row['type']?.S ?? '') && ids.some((id) => row['pk']?.S?.includes(id)));
  for (let nth = from; nth < upTo; nth += 1)
    await Promise.all(
      rows.map((row) => {
        const Item = copied(row, ids, nth);
        return world.dynamo.send(new PutItemCommand({ TableName: 'main', Item }));
      }),
    );
}

/** What every connection has, however full its calendar is. */
const TYPES = new Set([
  ...['workspace', 'membership', 'member', 'member_email'],
  ...['calendar_connection', 'calendar_account', 'calendar_sync', 'calendar_due'],
]);

function copied(row: Item, ids: readonly string[], nth: number): Item {
  const renamed = ids.reduce((text, id) => text.replaceAll(id, another(id, nth)), JSON.stringify(row));
  const item: Item = JSON.parse(renamed);
  if (item['type']?.S === 'calendar_sync') return { ...item, list_pk: { S: `${item['list_pk']?.S}-${nth}` } };
  if (item['type']?.S !== 'calendar_due') return item;
  const connectionId = idOf('cal', item['pk']?.S) as CalendarConnectionId;
  return {
    ...item,
    due_pk: { S: pollPartition(pollSlotOf(connectionId)) },
    due_at: { N: '0' },
  };
}

/** The id with other last digits. */
function another(id: string, nth: number): string {
  let [digits, left] = ['', nth];
  for (let place = 0; place < 6; place += 1) {
    digits = `${DIGITS[left % 32]}${digits}`;
    left = Math.floor(left / 32);
  }
  return `${id.slice(0, -6)}${digits}`;
}
