import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { progressIn } from '#bin/operator/restore/dynamo-recovery';
import { lambdaFunctions } from '#bin/operator/restore/lambda-functions';
import type { PointInTimeRecovery } from '#bin/operator/restore/ports';
import { type RestoreContext, type RestoreRequest, runRestore } from '#bin/operator/restore/run-restore';
import { HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { asPlainSend, asSend, type InMemoryClient } from '#test/doubles/aws/in-memory-client';
import { type ControlledFunction, inMemoryLambdaControl } from '#test/doubles/aws/lambda-control';
import { type InMemoryTable, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { noon } from '#test/support/api';

/** Where a run ends as if it were killed: at its nth request, before it reaches AWS or after. */
export interface Kill {
  readonly at: number;
  readonly when: 'before' | 'after';
}

export class Killed extends Error {}

interface StageOptions {
  /** Rows by key, `pk sk`, with their values: at the moment, and now. */
  readonly was: Readonly<Record<string, string>>;
  readonly is: Readonly<Record<string, string>>;
  /** Called whenever the command waits. */
  readonly whileWaiting?: (live: InMemoryTable) => Promise<void>;
  readonly confirms?: boolean;
  /** Another program, which writes a row before each request for rows of the table. */
  readonly hasAnotherWriter?: boolean;
  /** DynamoDB takes the request and removes the table that it could not restore. */
  readonly restoreFails?: boolean;
  /** What AWS answers a request to start the restore with. */
  readonly refusal?: Error;
}

/** The moment that the tests restore to. */
export const TO = later(noon, -HOUR_MS);

/** A stage with a table, its state of an hour ago, and three functions. */
export async function aStageToRestore({
  was,
  is,
  whileWaiting,
  confirms = true,
  hasAnotherWriter = false,
  ...failing
}: StageOptions) {
  const live = await tableWith(is);
  const written = hasAnotherWriter ? writtenAtEachScan(live) : live;
  const functions: Record<string, ControlledFunction> = {
    'rapporteur-sandbox-api-bots': { timeoutSeconds: 30, reserved: 50 },
    'rapporteur-sandbox-outbox-relay': { timeoutSeconds: 60, reserved: null, mapping: 'Enabled' },
    'another-service': { timeoutSeconds: 900, reserved: 7, mapping: 'Enabled' },
  };
  const restored = new Map<string, InMemoryTable>();
  const printed: string[] = [];
  let now: Instant = noon;
  const sleep = async (milliseconds: number) => {
    now = later(now, milliseconds);
    await whileWaiting?.(live);
  };

  /** One run of the command. */
  async function run(request: Partial<RestoreRequest> = {}, kill?: Kill): Promise<void> {
    const killed = killing(kill);
    const tableNamed = (name: string) => {
      const sendTo = killed.send<InMemoryTable['send']>({
        send: asSend<InMemoryTable['send']>((command) => {
          const table = name === 'live' ? written : restored.get(name);
          if (!table) throw new Error(`ResourceNotFoundException: ${name}`);
          return asPlainSend(table)(command);
        }),
      });
      return { name, client: { send: sendTo } };
    };
    const context: RestoreContext = {
      recovery: recoveryOf(restored, { was, ...failing }, killed.call),
      functions: lambdaFunctions(killed.client(inMemoryLambdaControl(functions)), 'sandbox', sleep),
      live: tableNamed('live'),
      tableNamed,
      progressIn,
      due: async () => new Map([['bot', 2]]),
      now: () => now,
      sleep,
      print: (line) => void printed.push(line),
      confirm: async () => confirms,
    };
    const asked = { stage: 'sandbox', to: TO, hold: false, drainSeconds: undefined, segments: 1 };
    await runRestore(context, { ...asked, ...request });
  }

  return {
    run,
    printed,
    functions,
    write: (key: string, value: string) => put(live, key, value),
    rows: () => Object.fromEntries(live.items().map((row) => [`${row['pk']?.S} ${row['sk']?.S}`, row['value']?.S])),
    restoredTables: () => [...restored.keys()],
  };
}

async function tableWith(rows: Readonly<Record<string, string>>): Promise<InMemoryTable> {
  const table = inMemoryMainTable();
  for (const [key, value] of Object.entries(rows)) await put(table, key, value);
  return table;
}

/** A value that ends in `until` and a number of minutes expires then. */
async function put(table: InMemoryTable, key: string, value: string): Promise<void> {
  const [pk = '', sk = ''] = key.split(' ');
  const [, minutes] = /until (-?\d+)$/.exec(value) ?? [];
  const ttl = minutes === undefined ? {} : { ttl: { N: String((noon + Number(minutes) * MINUTE_MS) / 1_000) } };
  const Item = { pk: { S: pk }, sk: { S: sk }, type: { S: pk.slice(0, 3) }, value: { S: value }, ...ttl };
  await table.send(new PutItemCommand({ TableName: 'main', Item }));
}

/** The table, which has another row at each scan. */
function writtenAtEachScan(live: InMemoryTable): Pick<InMemoryTable, 'send'> {
  const plain = asPlainSend(live);
  let scans = 0;
  return {
    send: asSend<InMemoryTable['send']>(async (command) => {
      if (command instanceof ScanCommand) {
        scans += 1;
        await put(live, `mem_other${scans} .`, 'of another program');
      }
      return plain(command);
    }),
  };
}

/** As DynamoDB: a table of another name, which can be used after a while; a second one of the name is refused. */
function recoveryOf(
  restored: Map<string, InMemoryTable>,
  { was, restoreFails, refusal }: Pick<StageOptions, 'was' | 'restoreFails' | 'refusal'>,
  call: <Result>(act: () => Promise<Result>) => Promise<Result>,
): PointInTimeRecovery {
  let looksUntilActive = 2;
  return {
    window: () => call(async () => ({ earliest: later(noon, -24 * HOUR_MS), latest: later(noon, -5 * MINUTE_MS) })),
    find: (name) =>
      call(async () => {
        if (!restored.has(name)) return undefined;
        looksUntilActive -= 1;
        return looksUntilActive > 0 ? 'creating' : 'active';
      }),
    start: (name) =>
      call(async () => {
        if (restored.has(name)) throw new Error('TableAlreadyExistsException');
        if (refusal) throw refusal;
        if (!restoreFails) restored.set(name, await tableWith(was));
      }),
  };
}

/** Counts the requests of a run, and ends it where it is to be killed: no later request of it does anything. */
function killing(kill: Kill | undefined) {
  let requests = 0;
  const call = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    requests += 1;
    const isLast = requests === kill?.at;
    if (kill && (requests > kill.at || (isLast && kill.when === 'before'))) throw new Killed();
    const result = await act();
    if (isLast) throw new Killed();
    return result;
  };
  const send = <Send>(client: { readonly send: Send }): Send => {
    const plain = asPlainSend(client);
    return asSend<Send>((command) => call(() => plain(command)));
  };
  return {
    call,
    send,
    client: <Send>(client: InMemoryClient<Send>): InMemoryClient<Send> => ({ ...client, send: send(client) }),
  };
}
