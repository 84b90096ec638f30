import type * as v from 'valibot';
import { keptOf, type Page } from '#shared/core/page';
import type { Item, Table } from '#shared/core/table';
import { loaded } from '#shared/dynamodb/rows';

/** The rows behind a page of keys, strongly consistent; one that went in between is left out. */
export async function rowsOf<State>(
  table: Table,
  keys: Page<Item>,
  schema: v.GenericSchema<unknown, State>,
  keep: (state: State) => boolean = () => true,
): Promise<Page<State>> {
  const rows = await Promise.all(keys.items.map(({ pk, sk }) => table.get({ pk, sk })));
  return keptOf({ ...keys, items: rows }, (row) => {
    const state = loaded(schema, row)?.state;
    return state !== undefined && keep(state) ? state : undefined;
  });
}
