import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Item } from '#test/doubles/dynamodb/values';
import type { Office } from '../office.ts';

/** Rows between two that the change stream is emptied, which would grow beside the table. */
const ROWS_A_DRAIN = 1_000;
const ROWS_OF_MEETINGS: ReadonlySet<string> = new Set(['meeting', 'calendar_event', 'bot']);
/** Kinds of ids of which a workspace has one. */
const ONE_A_WORKSPACE: ReadonlySet<string> = new Set(['wks', 'mem']);
const ID = /\b([a-z]{3})_(\w{26})/g;

/**
 * Fills the table with rows of other workspaces, `rowsEach` for each: copies of the rows of meetings, events, bots and
 * calls of the measured workspace. Every id in a copy is another, so no copy is in a list or a partition of the
 * measured workspace. The answer grows the table to a number of rows.
 */
export function aPopulation({ world, workspaceId }: Office, rowsEach: number): (rows: number) => Promise<void> {
  const { dynamo } = world;
  const own = dynamo.items();
  const originals = own.filter(
    ({ pk, type }) => ROWS_OF_MEETINGS.has(type?.S ?? '') || pk?.S?.startsWith(`${workspaceId}#`),
  );
  let filled = own.length;

  return async (rows) => {
    for (; filled < rows; filled += 1) {
      const original = originals[filled % originals.length];
      if (original) await dynamo.send(new PutItemCommand({ TableName: 'main', Item: copyOf(original) }));
      if (filled % ROWS_A_DRAIN === 0) dynamo.stream.take();
    }
  };

  function copyOf(item: Item): Item {
    const round = Math.floor(filled / originals.length) + 1;
    const workspace = Math.floor(filled / rowsEach) + 1;
    const renamed = (text: string) =>
      text.replaceAll(ID, (_, kind: string, digits: string) =>
        anotherId(kind, digits, ONE_A_WORKSPACE.has(kind) ? workspace : round),
      );
    return Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, value.S === undefined ? value : { S: renamed(value.S) }]),
    );
  }
}

const anotherId = (kind: string, digits: string, nth: number): string =>
  `${kind}_${digits.slice(0, -8)}${String(nth).padStart(8, '0')}`;
