import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CouldNotStart } from '#bin/could-not-start';
import { type MadeUser, makeUser } from '#bin/make-user';
import { readStack } from '#bin/stack-file';
import { emulatorClient, tableOfStage, withTable } from '#bin/table-client';
import { parseUserOptions, USER_USAGE, type UserOptions } from '#bin/user-options';
import { whatWasDeployed } from '#bin/what-was-deployed';

const STATE_DIR = join(resolve(import.meta.dirname, '..'), '.local');

/** npm run user: a user with a role and a key, in any stage. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseUserOptions(words);
  if (!options) return console.log(USER_USAGE);
  const { client, tableName } = await tableFor(options);
  const made = await withTable(client, tableName, (table) => makeUser(table, options.user));
  console.log(wordsFor(made, options));
}

interface Found {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

async function tableFor({ stage, table }: UserOptions): Promise<Found> {
  if (stage === 'local') return localTable(table);
  const client = new DynamoDBClient({});
  return { client, tableName: table ?? (await tableOfStage(client, stage)) };
}

/** The stack that runs here, or the AWS that AWS_ENDPOINT_URL names: the local stage never reaches a real account. */
async function localTable(table: string | undefined): Promise<Found> {
  const stack = await readStack(STATE_DIR);
  const endpoint = process.env['AWS_ENDPOINT_URL'] || stack?.endpoint_url;
  if (!endpoint) throw new CouldNotStart('No local stack runs; start one with npm start, or name a --stage');
  const emulated = { endpoint: endpoint.replace(/\/$/, ''), region: stack?.region ?? 'us-east-1' };
  return { client: emulatorClient(emulated), tableName: table ?? (await whatWasDeployed(emulated)).tableName };
}

const wordsFor = ({ userId, workspaceId, workspaceName, role, apiKey }: MadeUser, { user }: UserOptions) => `
${user.email} is ${role} of ${workspaceName}.

  User        ${userId}
  Workspace   ${workspaceId}
  API key     ${apiKey}

The key is shown this once; only its digest is kept.`;

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CouldNotStart) console.error(`${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
});
