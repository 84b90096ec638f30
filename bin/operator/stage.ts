import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { CliError } from '#bin/cli/cli-error';
import { optional, withDefault } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { type AllWorkspaces, allWorkspaces } from '#bin/operator/all-workspaces';
import { operatorContext, principalOf } from '#bin/operator/operator-context';
import { STATE_DIR } from '#bin/paths';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';
import { readStack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Table } from '#shared/foundation/core/table';
import { documentClient } from '#shared/foundation/dynamodb/client';
import { dynamoTable } from '#shared/foundation/dynamodb/table';

/** Options of every command that works on a deployed stage. */
export const stageOptions = {
  stage: withDefault('local', choice('local', 'sandbox', 'production'), 'stage to work on'),
  table: optional(anyText, 'table, if the stage name does not identify it'),
};

interface StageTable {
  readonly stage: string;
  readonly table: string | undefined;
}

export const STAGE_HELP =
  'The local stage is the stack of npm start; other stages are reached as the AWS_ variables of the environment say.';

/** Configuration of an SDK client for a stage. The local stage never reaches a real account. */
export const awsConfig = async (stage: string) => (stage === 'local' ? emulatorConfig(await localAws()) : {});

/** The AWS of the local stack: what AWS_ENDPOINT_URL names, or the emulator that npm start runs. */
export async function localAws(): Promise<AwsEndpoint> {
  const stack = await readStack(`${STATE_DIR}/stack.json`);
  const endpoint = process.env['AWS_ENDPOINT_URL'] || stack?.endpoint_url;
  if (!endpoint) throw new CliError('No local stack is running; start one with npm start, or choose another --stage');
  return { endpoint: endpoint.replace(/\/$/, ''), region: stack?.region ?? 'us-east-1' };
}

/** Opens the table of a stage, with a scan of its workspaces, and closes its client afterwards. */
export const withTable = async <Result>(
  { stage, table }: StageTable,
  use: (table: Table, workspaces: AllWorkspaces) => Promise<Result>,
): Promise<Result> =>
  withClient(new DynamoDBClient(await awsConfig(stage)), async (client) => {
    const name = table ?? (await tableNameOf(stage, client));
    const documents = documentClient(client);
    return use(dynamoTable(documents, name), allWorkspaces(documents, name));
  });

/** A stage with what commands work with that change what is a workspace's, or read it. */
export interface OpenStage {
  readonly table: Table;
  readonly workspaces: AllWorkspaces;
  /** Its audit events name the AWS principal who runs the command. */
  readonly context: CommandContext;
}

/** Opens the table of a stage for a command that is audited. Throws where AWS does not say who runs it. */
export const withStage = <Result>(options: StageTable, use: (open: OpenStage) => Promise<Result>): Promise<Result> =>
  withTable(options, async (table, workspaces) =>
    use({ table, workspaces, context: operatorContext(table, await principalOf(options.stage)) }),
  );

/** The name of the table of a stage. */
export const tableNameOf = async (stage: string, client: DynamoDBClient): Promise<string> =>
  stage === 'local' ? (await stackOutputs(await localAws())).tableName : tableOfStage(client, stage);

/** The one table of a stage. CloudFormation names it `<stack>-<resource>-<random>`. */
export async function tableOfStage(client: DynamoDBClient, stage: string): Promise<string> {
  const prefix = `rapporteur-${stage}-storage-`;
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {}))
    found.push(...TableNames.filter((name) => name.startsWith(prefix)));
  return onlyOne(found, `table begins with ${prefix}`, '--table');
}

/** Throws a CliError unless exactly one resource was found; the option names one otherwise. */
export function onlyOne(found: readonly string[], condition: string, option: string): string {
  const [one, another] = found;
  if (one !== undefined && another === undefined) return one;
  throw new CliError(`${one === undefined ? 'No' : 'More than one'} ${condition}; choose one with ${option}`);
}
