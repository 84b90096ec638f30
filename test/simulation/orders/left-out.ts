import type { Table } from '#shared/foundation/core/table';
import type { FileStorage } from '#shared/foundation/files/ports';

/** A part that is taken out, so that an invariant must break. */
export type LeftOut = 'stored slices' | 'places' | 'leases' | 'drop of late results';

/** The table that invocations work with. */
export const tableWithout = (leftOut: LeftOut | undefined, table: Table): Table => {
  if (leftOut === 'places') return withoutPlaces(table);
  return leftOut === 'leases' ? withoutLeases(table) : table;
};

/** The files that the workers of orders and of media work with. */
export const filesWithout = (leftOut: LeftOut | undefined, files: FileStorage): FileStorage => {
  if (leftOut === 'stored slices') return withoutSlices(files);
  return leftOut === 'drop of late results' ? withoutDrop(files) : files;
};

/** Without the count of places, all of them are free at any time. */
const withoutPlaces = (table: Table): Table => ({
  ...table,
  transact: (writes) => table.transact(writes.filter((one) => !('update' in one && one.update.sk === 'OPERATIONS'))),
});

const isJob = ({ pk }: { readonly pk: string }): boolean => pk.startsWith('out_');

/** Each invocation gets the lease of its job, and none fails to save. */
const withoutLeases = (table: Table): Table => ({
  ...table,
  async get(key) {
    const item = await table.get(key);
    return item && isJob(key) ? { ...item, busy_until: 0 } : item;
  },
  async write(one) {
    if (!('update' in one && isJob(one.update))) return table.write(one);
    const { when: _when, ...unconditional } = one;
    return table.write(unconditional);
  },
});

/** Each invocation finds the slices alone that it stored itself. */
function withoutSlices(files: FileStorage): FileStorage {
  const own = new Set<string>();
  return {
    ...files,
    async put(key, bytes, type) {
      own.add(key);
      await files.put(key, bytes, type);
    },
    get: async (key, bytesToRead) =>
      key.includes('/slices/') && !own.has(key) ? undefined : files.get(key, bytesToRead),
  };
}

/** A text that an invocation stored stays, though its order was canceled meanwhile. */
function withoutDrop(files: FileStorage): FileStorage {
  const texts = new Set<string>();
  return {
    ...files,
    async put(key, bytes, type) {
      if (key.includes('/transcript-')) texts.add(key);
      await files.put(key, bytes, type);
    },
    removeSome: async (prefix) => ([...texts].some((key) => key.startsWith(prefix)) ? false : files.removeSome(prefix)),
  };
}
