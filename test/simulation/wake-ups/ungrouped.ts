import * as v from 'valibot';

const WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
  'BatchWriteItem',
]);

const Body = v.record(v.string(), v.unknown());

/** What a message is about: the type of an event of the bus, or the names of its fields. */
function kindOf(queue: string, text: string): string {
  const body = v.parse(Body, JSON.parse(text));
  const type = body['detail-type'];
  return `${queue}: ${typeof type === 'string' ? type : Object.keys(body).sort().join(', ')}`;
}

/** Collects what workers do with messages that have no message group. */
export function ungroupedWork() {
  const kinds = new Map<string, { messages: number; writes: number }>();
  let writes = 0;
  return {
    /** A request of a worker. */
    request: (operation: string): void => {
      if (WRITES.has(operation)) writes += 1;
    },
    begin: (): void => {
      writes = 0;
    },
    /** After an invocation with messages without a group alone. */
    end(queue: string, bodies: readonly string[]): void {
      for (const kind of new Set(bodies.map((body) => kindOf(queue, body)))) {
        const before = kinds.get(kind) ?? { messages: 0, writes: 0 };
        kinds.set(kind, { messages: before.messages + 1, writes: before.writes + writes });
      }
    },
    /** Kinds of messages without a group, and whether they were worked on: the table was written to. */
    found: (): ReadonlyMap<string, 'worked on' | 'only sent on'> =>
      new Map([...kinds].map(([kind, counts]) => [kind, counts.writes > 0 ? 'worked on' : 'only sent on'])),
  };
}
