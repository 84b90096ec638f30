import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CouldNotStart } from '#bin/could-not-start';
import { dynamoTable, type Table } from '#shared/dynamodb/table';

export interface Emulated {
  readonly endpoint: string;
  readonly region: string;
}

/** A client for an emulator; whatever the caller's own AWS settings are, it reaches nothing else. */
export const emulatorClient = ({ endpoint, region }: Emulated): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });

/** Does something with a table and closes the client behind it, which would keep the program running. */
export async function withTable<Result>(
  client: DynamoDBClient,
  name: string,
  use: (table: Table) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(dynamoTable(client, name));
  } finally {
    client.destroy();
  }
}

/** The one table of a stage. CloudFormation names it `<stack>-<resource>-<random>`. */
export async function tableOfStage(client: Pick<DynamoDBClient, 'send'>, stage: string): Promise<string> {
  const prefix = `rapporteur-${stage}-storage-`;
  const [one, another] = (await allTables(client)).filter((name) => name.startsWith(prefix));
  if (one === undefined) throw new CouldNotStart(`No table begins with ${prefix}; name it with --table`);
  if (another !== undefined) throw new CouldNotStart(`Several tables begin with ${prefix}; name one with --table`);
  return one;
}

async function allTables(client: Pick<DynamoDBClient, 'send'>): Promise<readonly string[]> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const page = await client.send(new ListTablesCommand({ ...(after && { ExclusiveStartTableName: after }) }));
    names.push(...(page.TableNames ?? []));
    after = page.LastEvaluatedTableName;
  } while (after);
  return names;
}
