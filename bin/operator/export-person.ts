import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { flag, optional, required } from '#bin/cli/options';
import { anyText, id } from '#bin/cli/value-types';
import { auditRead } from '#bin/operator/audit-read';
import { operatorContext, principalOf } from '#bin/operator/operator-context';
import type { Asked, Held, Sources } from '#bin/operator/person-export/held';
import { inAccount } from '#bin/operator/person-export/in-account';
import { inWorkspace } from '#bin/operator/person-export/in-workspace';
import { unlisted } from '#bin/operator/person-export/unlisted';
import { printable } from '#bin/operator/printable';
import { awsConfig, localAws, onlyOne, STAGE_HELP, stageOptions, tableNameOf } from '#bin/operator/stage';
import { withClient } from '#bin/stack/emulator-config';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { emailIn } from '#shared/foundation/core/people';
import { documentClient } from '#shared/foundation/dynamodb/client';
import { dynamoTable } from '#shared/foundation/dynamodb/table';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { systemClock } from '#shared/foundation/platform/system-clock';

const email = { takes: 'an email address', parse: emailIn };

/** npm run ops -- export-person: what a stage holds on an email address, for the person who asks for it. */
export const exportPerson = command({
  name: 'npm run ops -- export-person',
  description: `Prints everything that is held on an email address, as a JSON array (docs/api/privacy.md). It reads, and
changes nothing; the audit log of each workspace says so. ${STAGE_HELP}`,
  options: {
    email: required(email, 'email address of the person'),
    workspace: optional(id('wks'), 'workspace; all of them without this option'),
    bucket: optional(anyText, 'bucket of files, if the stage name does not identify it'),
    json: flag('prints JSON, as it does without it'),
    ...stageOptions,
  },
  run: async ({ email: address, workspace, json: _json, ...stage }) => {
    const asked = { email: address, workspaceId: workspace };
    await withSources(stage, (sources, context) =>
      printAll(audited(heldOn(sources, asked), context), (text) => void process.stdout.write(text)),
    );
  },
});

/**
 * Everything that is held on an address, one after the other. One scan of the table finds what no index lists. Throws a
 * CliError for an unknown workspace.
 */
export async function* heldOn(sources: Sources, { email: address, workspaceId }: Asked): AsyncGenerator<Held> {
  if (workspaceId !== undefined && !(await storedWorkspaces.find(sources.table, workspaceId)))
    throw new CliError(`There is no workspace ${workspaceId}`);
  const workspaces: WorkspaceId[] = [];
  if (workspaceId === undefined) yield* inAccount(sources, address);
  for await (const found of unlisted(sources, address)) {
    if ('workspaceId' in found) workspaces.push(found.workspaceId);
    else if (workspaceId === undefined || found.held['workspace_id'] === workspaceId) yield found.held;
  }
  for (const one of workspaceId === undefined ? workspaces : [workspaceId]) yield* inWorkspace(sources, one, address);
}

/** The same, with an audit event in each workspace before the first item of it. */
export async function* audited(items: AsyncIterable<Held>, context: CommandContext): AsyncGenerator<Held> {
  const read = new Set<WorkspaceId>();
  for await (const item of items) {
    const workspaceId = idOf('wks', item['workspace_id']);
    if (workspaceId !== undefined && !read.has(workspaceId)) {
      await auditRead(context, workspaceId, { command: 'export-person', revealed: true });
      read.add(workspaceId);
    }
    yield item;
  }
}

/** Prints a JSON array while its items are found. */
export async function printAll(items: AsyncIterable<Held>, print: (text: string) => void): Promise<void> {
  let before = '[';
  for await (const item of items) {
    print(`${before}\n${printable(JSON.stringify(item))}`);
    before = ',';
  }
  print(before === '[' ? '[]\n' : '\n]\n');
}

interface Stage {
  readonly stage: string;
  readonly table: string | undefined;
  readonly bucket: string | undefined;
}

const withSources = async (
  stage: Stage,
  use: (sources: Sources, context: CommandContext) => Promise<void>,
): Promise<void> => {
  const config = await awsConfig(stage.stage);
  await withClient(new DynamoDBClient(config), (client) =>
    withClient(new S3Client({ ...config, forcePathStyle: stage.stage === 'local' }), async (s3) => {
      const tableName = stage.table ?? (await tableNameOf(stage.stage, client));
      const files = s3FileStorage(s3, stage.bucket ?? (await bucketOf(stage.stage, s3)), systemClock);
      const documents = documentClient(client);
      const table = dynamoTable(documents, tableName);
      await use({ documents, tableName, table, files }, operatorContext(table, await principalOf(stage.stage)));
    }),
  );
};

const bucketOf = async (stage: string, s3: S3Client): Promise<string> =>
  stage === 'local' ? (await stackOutputs(await localAws())).filesBucket : bucketOfStage(s3, stage);

/** The one bucket of files of a stage. CloudFormation names it `<stack>-<resource><random>`. */
export async function bucketOfStage(s3: S3Client, stage: string): Promise<string> {
  const prefix = `rapporteur-${stage}-storage-filesbucket`;
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({ Prefix: prefix }));
  const names = Buckets.flatMap(({ Name }) => (Name?.startsWith(prefix) ? [Name] : []));
  return onlyOne(names, `bucket begins with ${prefix}`, '--bucket');
}
