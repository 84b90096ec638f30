import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  paginateListTables,
} from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaFunctions } from '#bin/operator/restore/lambda-functions';
import { rowRule } from '#bin/operator/restore/row-rules';
import {
  deleteOf,
  keyTexts,
  nameOf,
  putOf,
  type Row,
  type StoredTable,
  scannedPages,
  writeRows,
} from '#bin/operator/restore/stored-table';
import { emulatorConfig } from '#bin/stack/emulator-config';
import type { Stack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { isoOf } from '#shared/foundation/core/time';
import { openRecoveryProxy, type RecoveryProxy } from './recovery-proxy.ts';
import { rowsOfAllKinds } from './rows-of-all-kinds.ts';

/** Where runs of the command are killed: at the nth request of this kind. */
const KILLS = [
  { action: 'DescribeTable', nth: 3 },
  { action: 'PUT /2017-10-31/functions', nth: 5 },
  { action: 'BatchWriteItem', nth: 2 },
] as const;

const DRAIN_SECONDS = 3;

type Say = (line: string) => void;

/**
 * A restore as in the runbook: rows of all kinds and some of the API, damage, runs of the command that are killed, then
 * one to its end. Answers what is not as it has to be.
 */
export async function rehearse(stack: Stack, rowCount: number, say: Say): Promise<readonly string[]> {
  const aws = { endpoint: stack.endpoint_url, region: stack.region };
  const client = new DynamoDBClient(emulatorConfig(aws));
  const lambda = new LambdaClient(emulatorConfig(aws));
  const { tableName: name } = await stackOutputs(aws);
  const live = { client, name };
  const killing = killer();
  const recovery = await openRecoveryProxy(aws, name, killing.passed);
  const api = callsTo(stack);
  const timed = stopwatch(say);
  try {
    const before = await timed(`${rowCount} rows of all kinds`, () => fill(live, api, rowCount));
    const to = await recovery.snapshot();
    await timed('damage', () => damage(live, api, before));
    const settings = await settingsOf(live);

    const args = ['--stage', 'local', '--to', isoOf(to), '--yes', '--drain', String(DRAIN_SECONDS)];
    for (const kill of KILLS)
      await timed(`run, killed at ${kill.action}`, () => killing.run(recovery, [...args, '--hold'], kill));
    const held = await timed('run, to the end, with --hold', () => killing.run(recovery, [...args, '--hold']));
    for (const line of held.printed.split('\n')) say(`    ${line}`);
    const restored = { client, name: await restoredIn(client) };
    const differences = await differencesOf(restored, live);
    const whileStopped = await api('GET', `/members?workspace_id=${stack.workspace_id}`);
    const started = await timed('run, which starts the service', () => killing.run(recovery, args));
    const again = await killing.run(recovery, args);

    const functions = lambdaFunctions(lambda, 'local', wait);
    const reserved = await Promise.all((await functions.all()).map(({ name: one }) => functions.reserved(one)));
    const members = await api('GET', `/members?workspace_id=${stack.workspace_id}&limit=100`);
    const emails = members.body.data.map(({ email }) => email);
    const made = await api('POST', '/members', { workspace_id: stack.workspace_id, email: before.later });
    return [
      ...unless(held.code === 0 && started.code === 0 && again.code === 0, 'a run failed'),
      ...differences,
      ...unless(whileStopped.status >= 429, `the API answered ${whileStopped.status} while it was stopped`),
      ...unless(again.printed.includes('was done at'), 'a restore that was done was repeated'),
      ...unless(
        reserved.every((one) => one === null),
        'a function is still stopped',
      ),
      ...unless(emails.includes(before.deleted), 'a deleted member did not come back'),
      ...unless(!emails.includes(before.later), 'a member of after the moment is still there'),
      ...unless(made.status === 201, `a new member was answered with ${made.status}`),
      ...unless(isDeepStrictEqual(await settingsOf(live), settings), 'settings of the table changed'),
    ];
  } finally {
    for (const TableName of await tablesBeside(client)) await client.send(new DeleteTableCommand({ TableName }));
    await recovery.close();
    client.destroy();
    lambda.destroy();
  }
}

interface Before {
  readonly rows: readonly Row[];
  /** Email of a member that is deleted after the moment. */
  readonly deleted: string;
  readonly deletedId: string;
  /** Email of a member that is made after the moment. */
  readonly later: string;
}

async function fill(live: StoredTable, api: Api, rowCount: number): Promise<Before> {
  const mark = Date.now().toString(36);
  const workspace_id = api.workspaceId;
  const email = `before-${mark}@example.com`;
  const { body } = await api('POST', '/members', { workspace_id, email });
  const rows = await rowsOfAllKinds(rowCount);
  await writeRows(live, rows.map(putOf), wait);
  return { rows, deleted: email, deletedId: body.id, later: `later-${mark}@example.com` };
}

/** A third of the rows goes, another third changes, and as many are new. */
async function damage(live: StoredTable, api: Api, { rows, deletedId, later }: Before): Promise<void> {
  await api('DELETE', `/members/${deletedId}`);
  await api('POST', '/members', { workspace_id: api.workspaceId, email: later });
  const writes = rows.map((row, nth) => {
    if (nth % 3 === 0) return deleteOf(row);
    if (nth % 3 === 1) return putOf({ ...row, state: { S: 'damaged' } });
    return putOf({ ...row, pk: { S: `${row['pk']?.S}-since` } });
  });
  await writeRows(live, writes, wait);
}

/** Reads both tables whole and compares them by the rules, apart from the command. */
async function differencesOf(restored: StoredTable, live: StoredTable): Promise<readonly string[]> {
  const [was, is] = await Promise.all([allRows(restored), allRows(live)]);
  const wrong = new Map<string, number>();
  const note = (what: string) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
  for (const [key, row] of was) {
    const rule = rowRule(keyTexts(row));
    const present = is.get(key);
    if (rule !== 'left' && !present) note('rows are missing');
    if (rule === 'restored' && present && !isDeepStrictEqual(present, row)) note('rows differ');
  }
  for (const [key, row] of is) if (rowRule(keyTexts(row)) === 'restored' && !was.has(key)) note('rows are left');
  return [...wrong].map(([what, count]) => `${count} ${what}`);
}

/** Without expired rows. */
async function allRows(table: StoredTable): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  const isThere = ({ ttl }: Row) => ttl?.N === undefined || Number(ttl.N) * 1_000 > Date.now();
  for await (const page of scannedPages(table, { nth: 0, of: 1 }))
    for (const row of page) if (isThere(row)) rows.set(nameOf(row), row);
  return rows;
}

async function settingsOf({ client, name: TableName }: StoredTable) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  return [Table?.LatestStreamArn, Table?.StreamSpecification, Table?.DeletionProtectionEnabled, TimeToLiveDescription];
}

async function tablesBeside(client: DynamoDBClient): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {}))
    found.push(...TableNames.filter((one) => one.startsWith('rapporteur-local-restored-')));
  return found;
}

const restoredIn = async (client: DynamoDBClient): Promise<string> => (await tablesBeside(client))[0] ?? '';

interface Kill {
  readonly action: string;
  readonly nth: number;
}

interface Ran {
  /** Null for a run that was killed. */
  readonly code: number | null;
  readonly printed: string;
}

/** Runs the command, and ends its process at a request. */
function killer() {
  let passed: (action: string) => void = () => undefined;
  return {
    passed: (action: string) => passed(action),
    async run({ url }: RecoveryProxy, args: readonly string[], kill?: Kill): Promise<Ran> {
      const child = spawn(process.execPath, ['bin/cli.ts', 'ops', 'restore', ...args], {
        env: { ...process.env, AWS_ENDPOINT_URL: url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let count = 0;
      passed = (action) => {
        if (kill && action.startsWith(kill.action)) count += 1;
        if (count === kill?.nth) child.kill('SIGKILL');
      };
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk;
      });
      const [code]: (number | null)[] = await once(child, 'close');
      if (kill && code !== null) throw new Error(`The run was not killed at ${kill.action}: it ended with ${code}`);
      return { code: code ?? null, printed };
    },
  };
}

/** What of the bodies is read here. */
interface Body {
  readonly id: string;
  readonly data: readonly { readonly email: string }[];
}

type Api = ReturnType<typeof callsTo>;

function callsTo({ base_url, api_key, workspace_id }: Stack) {
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: { authorization: api_key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : { id: '', data: [] } };
  };
  return Object.assign(call, { workspaceId: workspace_id });
}

const stopwatch =
  (say: Say) =>
  async <Result>(what: string, act: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await act();
    say(`  ${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    return result;
  };

const unless = (holds: boolean, violation: string): readonly string[] => (holds ? [] : [violation]);
