import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { PointInTimeRecovery, Progress, ProgressStore } from '#bin/operator/restore/ports';
import type { StoredTable } from '#bin/operator/restore/stored-table';
import { hasErrorName } from '#shared/foundation/core/error-name';
import type { Instant } from '#shared/foundation/core/time';

/** Point-in-time recovery of a DynamoDB table. */
export const dynamoRecovery = (client: DynamoDBClient, table: string): PointInTimeRecovery => ({
  async window() {
    const { ContinuousBackupsDescription } = await client.send(
      new DescribeContinuousBackupsCommand({ TableName: table }),
    );
    const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
      ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
    return earliest && latest
      ? { earliest: earliest.getTime() as Instant, latest: latest.getTime() as Instant }
      : undefined;
  },

  async find(name) {
    try {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
      const isWhole = Table?.TableStatus === 'ACTIVE' && Table.RestoreSummary?.RestoreInProgress !== true;
      return isWhole ? 'active' : 'creating';
    } catch (error) {
      if (hasErrorName(error, 'ResourceNotFoundException')) return undefined;
      throw error;
    }
  },

  async start(name, at) {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: table,
        TargetTableName: name,
        RestoreDateTime: new Date(at),
        // Rows are read by key and by scan alone. Without indexes a restore is faster and cheaper.
        GlobalSecondaryIndexOverride: [],
      }),
    );
  },
});

const KEY = { pk: { S: 'RESTORE' }, sk: { S: '.' } };

const instant = v.custom<Instant>((value) => typeof value === 'number');
const Stored = v.object({
  reserved: v.exactOptional(v.record(v.string(), v.nullable(v.number()))),
  stoppedAt: v.exactOptional(instant),
  copiedAt: v.exactOptional(instant),
  doneAt: v.exactOptional(instant),
});

/** Progress as a row of the restored table, which is read consistently. */
export const progressIn = ({ client, name }: StoredTable): ProgressStore => ({
  async read(): Promise<Progress> {
    const { Item } = await client.send(new GetItemCommand({ TableName: name, Key: KEY, ConsistentRead: true }));
    return v.parse(Stored, JSON.parse(Item?.['progress']?.S ?? '{}'));
  },
  async save(progress) {
    const Item = { ...KEY, progress: { S: JSON.stringify(progress) } };
    await client.send(new PutItemCommand({ TableName: name, Item }));
  },
});
