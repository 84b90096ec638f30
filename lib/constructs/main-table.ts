import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { StageConfig } from '../config.ts';
import type { NodeFunction } from './node-function.ts';

export type TableIndex = 'list' | 'order' | 'due';

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

/** The one table. Its keys and what each index answers are in docs/table.md. */
export class MainTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, { config, key }: { config: StageConfig; key: IKey }) {
    super(scope, id);
    const keep = config.data === 'keep';
    this.table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      // Keys alone: the sort key of an outbox row carries the event's type, so no personal data enters the stream.
      stream: StreamViewType.KEYS_ONLY,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.addIndexes();
  }

  private addIndexes(): void {
    const narrow = { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: ['type', 'find'] };
    this.table.addGlobalSecondaryIndex({
      indexName: 'list',
      partitionKey: text('list_pk'),
      sortKey: text('list_sk'),
      ...narrow,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: 'order',
      partitionKey: text('order_pk'),
      sortKey: text('order_sk'),
      ...narrow,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: 'due',
      partitionKey: text('due_pk'),
      sortKey: number('due_at'),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['type'],
    });
  }

  /** Rows by key, partitions of the table itself, and the indexes named. */
  grantRead(fn: NodeFunction, ...indexes: readonly TableIndex[]): void {
    this.tell(fn);
    fn.may(['dynamodb:BatchGetItem', 'dynamodb:Query'], [this.table.tableArn]);
    if (indexes.length > 0)
      fn.may(
        ['dynamodb:Query'],
        indexes.map((index) => this.arnOf(index)),
      );
  }

  /** Reading, and every kind of write, alone or in a transaction. No scan: every question has its key. */
  grantReadWrite(fn: NodeFunction, ...indexes: readonly TableIndex[]): void {
    this.grantRead(fn, ...indexes);
    fn.may(
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
      [this.table.tableArn],
    );
  }

  /** What is due, and moving on what is long overdue. */
  grantSweep(fn: NodeFunction): void {
    this.tell(fn);
    fn.may(['dynamodb:Query'], [this.arnOf('due')]);
    fn.may(['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'], [this.table.tableArn]);
  }

  /** Reading the stream, which is all that the relay may do: it never sees a row. */
  grantStream(fn: NodeFunction): string {
    const stream = this.table.tableStreamArn;
    if (!stream) throw new Error('The table has no stream.');
    fn.may(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [stream],
    );
    return stream;
  }

  private tell(fn: NodeFunction): void {
    fn.addEnvironment(ENV.tableName, this.table.tableName);
  }

  private arnOf(index: TableIndex): string {
    return `${this.table.tableArn}/index/${index}`;
  }
}
