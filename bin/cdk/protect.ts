import { DescribeTableCommand, DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';

/** The arguments of the CDK command for one deployment after the other: docs/decisions/data-protection.md. */
export type CdkRuns = readonly (readonly string[])[];

interface Deployment {
  readonly stage: string;
  /** Whether the table of the stage is there and refuses its deletion. */
  readonly isProtected: boolean;
}

/**
 * The deployments of a stage whose data is protected: one, which keeps the protection; or, until its storage is
 * protected, one without, which CloudFormation can roll back, and one of the storage alone that adds it.
 */
export const deploymentsOf = ({ stage, isProtected }: Deployment): CdkRuns =>
  stage !== 'production' || isProtected
    ? [['--all']]
    : [
        ['--all', '--context', 'protectData=false'],
        [`rapporteur-${stage}-storage`, '--exclusively'],
      ];

/** Whether the table of a stage is there and refuses its deletion. A table that a deleted stack left counts as well. */
export async function tableIsProtected(stage: string, client: DynamoDBClient): Promise<boolean> {
  const prefix = `rapporteur-${stage}-storage-`;
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    const name = TableNames.find((one) => one.startsWith(prefix));
    if (name === undefined) continue;
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return Table?.DeletionProtectionEnabled ?? false;
  }
  return false;
}

/** The stage that is deployed, and the account and region, by default those of the credentials. */
interface Target {
  readonly stage: string;
  readonly profile: string | undefined;
  readonly region: string | undefined;
}

/** What `npm run deploy` has the CDK do. A stage without protected data is not asked for its table. */
export async function cdkRuns({ stage, profile, region }: Target): Promise<CdkRuns> {
  if (stage !== 'production') return deploymentsOf({ stage, isProtected: false });
  const client = new DynamoDBClient({
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
  });
  try {
    return deploymentsOf({ stage, isProtected: await tableIsProtected(stage, client) });
  } finally {
    client.destroy();
  }
}
