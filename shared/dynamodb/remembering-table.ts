import type { Answer, Item, Table } from '#shared/core/table';

/**
 * The table as one request sees it: a row or a query that was read is not read again, so reads can be started early
 * (prefetched) and awaited where they are needed. A write, or `forget` before a retry, drops all of it.
 */
export function rememberingTable(table: Table): Table {
  const rows = new Map<string, Promise<Item | undefined>>();
  const answers = new Map<string, Promise<Answer>>();
  const forget = () => {
    rows.clear();
    answers.clear();
  };
  return {
    get: (key) => remembered(rows, `${key.pk}\n${key.sk}`, () => table.get(key)),
    query: (question) => remembered(answers, JSON.stringify(question), () => table.query(question)),
    async transact(writes) {
      forget();
      await table.transact(writes);
    },
    async write(write) {
      forget();
      return table.write(write);
    },
    forget,
  };
}

function remembered<Value>(known: Map<string, Promise<Value>>, name: string, read: () => Promise<Value>) {
  const found = known.get(name);
  if (found) return found;
  const reading = read();
  // An unawaited prefetch that fails must not end the process with an unhandled rejection; awaiting it still throws.
  reading.catch(() => undefined);
  known.set(name, reading);
  return reading;
}
