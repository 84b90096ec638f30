import type { Table } from '#shared/foundation/core/table';

/** A table that goes away after so many writes, as for a process that is killed; the last may still have been kept. */
export function untilKilled(
  table: Table,
  { after, keepsLast }: { readonly after: number; readonly keepsLast: boolean },
): Table {
  let writes = 0;
  const writing = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    if (writes === after && keepsLast) await write();
    if (writes >= after) throw new Error('killed');
    return write();
  };
  return {
    ...table,
    transact: (some) => writing(() => table.transact(some)),
    write: (one) => writing(() => table.write(one)),
  };
}
