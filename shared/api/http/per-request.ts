import type { AppContext } from '#shared/api/http/ports';
import type { Changes } from '#shared/foundation/commands/changes';
import type { Table } from '#shared/foundation/core/table';
import { cachingTable } from '#shared/foundation/dynamodb/reads';

/** The context of one request: its table remembers what was read, until something is saved. */
export function forRequest<Context extends AppContext>(app: Context): Context {
  const table = cachingTable(app.table);
  return { ...app, table, changes: { save: (changes) => saveWithoutCache(changes) } };

  async function saveWithoutCache(changes: Changes): Promise<void> {
    try {
      await app.changes.save(changes, table);
    } finally {
      table.clearCache();
    }
  }
}

interface Requested {
  readonly context: { readonly table: Table };
}

/**
 * Work that is no read of the table, done once for each request: `afterKey` starts it and `run` awaits it. The
 * table is the request's own, so it stands for the request.
 */
export function perRequest<Request extends Requested, Value>(
  work: (request: Request) => Promise<Value>,
): (request: Request) => Promise<Value> {
  const started = new WeakMap<Table, Promise<Value>>();
  return (request) => {
    const known = started.get(request.context.table);
    if (known) return known;
    const value = work(request);
    // A prefetched value that nothing awaits must not end the process.
    value.catch(() => undefined);
    started.set(request.context.table, value);
    return value;
  };
}
