import type { Changes } from '#shared/commands/changes';
import { rememberingTable } from '#shared/dynamodb/remembering-table';
import type { AppContext } from '#shared/http/ports/app-context';

/** The context of one request: its table remembers what was read, until something is saved. */
export function forRequest<Context extends AppContext>(app: Context): Context {
  const table = rememberingTable(app.table);
  return { ...app, table, changes: { save: (changes) => saveAndForget(changes) } };

  async function saveAndForget(changes: Changes): Promise<void> {
    table.forget();
    await app.changes.save(changes);
  }
}
