import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CouldNotStart } from '#bin/cli/cli-error';
import { type Emulated, emulatorClient, tableOfStage } from '#bin/operator/table-client';
import { STATE_DIR } from '#bin/paths';
import { readStack } from '#bin/stack/stack-file';
import { whatWasDeployed } from '#bin/stack/stack-outputs';

/** Which deployment a command is about. */
export interface Deployment {
  readonly stage: string;
  /** Where it cannot be found by the stage's name. */
  readonly table: string | undefined;
}

interface Found {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

/** The table of a deployment, with the client that reaches it: the local stack's, or as the AWS_ variables say. */
export async function tableFor({ stage, table }: Deployment): Promise<Found> {
  if (stage === 'local') return localTable(table);
  const client = new DynamoDBClient({});
  return { client, tableName: table ?? (await tableOfStage(client, stage)) };
}

async function localTable(table: string | undefined): Promise<Found> {
  const emulated = await localAws();
  return { client: emulatorClient(emulated), tableName: table ?? (await whatWasDeployed(emulated)).tableName };
}

/** The stack that runs here, or the AWS that AWS_ENDPOINT_URL names: the local stage never reaches a real account. */
export async function localAws(): Promise<Emulated> {
  const stack = await readStack(STATE_DIR);
  const endpoint = process.env['AWS_ENDPOINT_URL'] || stack?.endpoint_url;
  if (!endpoint) throw new CouldNotStart('No local stack runs; start one with npm start, or name a --stage');
  return { endpoint: endpoint.replace(/\/$/, ''), region: stack?.region ?? 'us-east-1' };
}
