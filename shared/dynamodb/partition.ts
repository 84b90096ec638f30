import type { Item, Table } from '#shared/core/table';

/** A resource with every row under its id: attempts of a delivery, members for whom a bot was sent, sync of a calendar. */
export async function partition(table: Table, pk: string): Promise<readonly Item[]> {
  const rows: Item[] = [];
  let after: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, last } = await table.query({ where: { text: 'pk = :pk', values: { ':pk': pk } }, after });
    rows.push(...items);
    after = last;
  } while (after);
  return rows;
}
