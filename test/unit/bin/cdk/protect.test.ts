import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { deploymentsOf, tableIsProtected } from '#bin/cdk/protect';
import { describe, expect, it } from '#test/support/jest';

describe('deploying a stage', () => {
  it.each([
    ['sandbox', false],
    ['production', true],
  ])('is one deployment of %s with its storage protected: %s', (stage, isProtected) => {
    expect(deploymentsOf({ stage, isProtected })).toEqual([['--all']]);
  });

  it('is one of production that can be rolled back, then one that protects its storage, until that is protected', () => {
    expect(deploymentsOf({ stage: 'production', isProtected: false })).toEqual([
      ['--all', '--context', 'protectData=false'],
      ['rapporteur-production-storage', '--exclusively'],
    ]);
  });
});

const TABLE = 'rapporteur-production-storage-Main06387DF9-1ABC';

/** An account with these tables, listed one at a time; all of them refuse their deletion or none. */
function anAccount(tables: readonly string[], refusesDeletion: boolean) {
  const client = new DynamoDBClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  mock.on(ListTablesCommand).callsFake(({ ExclusiveStartTableName }) => {
    const at = tables.indexOf(ExclusiveStartTableName) + 1;
    const last = at < tables.length - 1 ? { LastEvaluatedTableName: tables[at] } : {};
    return { TableNames: tables.slice(at, at + 1), ...last };
  });
  mock
    .on(DescribeTableCommand, { TableName: TABLE })
    .resolves({ Table: { DeletionProtectionEnabled: refusesDeletion } });
  return client;
}

describe('the storage of a stage', () => {
  it.each([true, false])('is protected as its table is: %s', async (refusesDeletion) => {
    const client = anAccount(['other', 'rapporteur-sandbox-storage-Main', TABLE], refusesDeletion);

    expect(await tableIsProtected('production', client)).toBe(refusesDeletion);
  });

  it.each([[[]], [['other', 'rapporteur-sandbox-storage-Main']]])(
    'is not protected where the account has no table of it: %j',
    async (tables) => {
      expect(await tableIsProtected('production', anAccount(tables, true))).toBe(false);
    },
  );
});
