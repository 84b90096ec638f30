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
import { ENV, type TableIndex } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import { CREDENTIAL_PARTITIONS, OWN_KEYS, writesUsers } from '../table-access.ts';
import type { NodeFunction } from './node-function.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

const READ = ['dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

/** The one DynamoDB table. docs/table.md lists its keys and the queries of each index. */
export class MainTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, { config, key }: { config: StageConfig; key: IKey }) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      // Keys only, so that the stream has no personal data: the sort key of an outbox row has the type of the event.
      stream: StreamViewType.KEYS_ONLY,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      deletionProtection: config.protectsData,
      removalPolicy: removalPolicyOf(config),
    });
    this.addIndexes();
  }

  private addIndexes(): void {
    const projection = { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: ['type', 'find'] };
    this.table.addGlobalSecondaryIndex({
      indexName: 'list',
      partitionKey: text('list_pk'),
      sortKey: text('list_sk'),
      ...projection,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: 'order',
      partitionKey: text('order_pk'),
      sortKey: text('order_sk'),
      ...projection,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: 'due',
      partitionKey: text('due_pk'),
      sortKey: number('due_at'),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['type'],
    });
  }

  /** Reads by key, and queries of the table and of these indexes. */
  grantRead(fn: NodeFunction, ...indexes: readonly TableIndex[]): void {
    this.addNameTo(fn);
    fn.allow(READ, [this.table.tableArn], onlyKeys(OWN_KEYS[fn.entry]?.reads));
    this.denyCredentials(fn);
    if (indexes.length > 0)
      fn.allow(
        ['dynamodb:Query'],
        indexes.map((index) => this.arnOf(index)),
      );
  }

  /** Reads, and writes with and without transactions. No function may scan. */
  grantReadWrite(fn: NodeFunction, ...indexes: readonly TableIndex[]): void {
    this.grantRead(fn, ...indexes);
    fn.allow(WRITE, [this.table.tableArn], onlyKeys(OWN_KEYS[fn.entry]?.writes));
  }

  /** A read of one key, which has no row: whether the table answers. */
  grantProbe(fn: NodeFunction): void {
    this.addNameTo(fn);
    fn.allow(['dynamodb:GetItem'], [this.table.tableArn], {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['HEALTH'] },
    });
  }

  /** The uses of limits, which it counts and does not read. */
  grantCount(fn: NodeFunction): void {
    this.addNameTo(fn);
    fn.allow(['dynamodb:UpdateItem'], [this.table.tableArn], onlyKeys(['LIMIT#']));
  }

  /** Queries of due rows, and updates of overdue ones. */
  grantSweep(fn: NodeFunction): void {
    this.addNameTo(fn);
    fn.allow(['dynamodb:Query'], [this.arnOf('due')]);
    fn.allow(['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'], [this.table.tableArn]);
    this.denyCredentials(fn);
  }

  /** Reads the stream only, without access to rows; returns the ARN of the stream. */
  grantStream(fn: NodeFunction): string {
    const stream = this.table.tableStreamArn;
    if (!stream) throw new Error('The table has no stream.');
    fn.allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [stream],
    );
    return stream;
  }

  /** Denies the partitions with credentials that the code of the function does not use, and writes of users. */
  private denyCredentials(fn: NodeFunction): void {
    const others = Object.entries(CREDENTIAL_PARTITIONS).filter(([, users]) => !users.includes(fn.entry));
    const keys = others.map(([partition]) => `${partition}*`);
    fn.deny([...READ, ...WRITE], [this.table.tableArn], anyKey(keys));
    if (!writesUsers(fn.entry)) fn.deny(WRITE, [this.table.tableArn], anyKey(['usr_*']));
  }

  private addNameTo(fn: NodeFunction): void {
    fn.addEnvironment(ENV.tableName, this.table.tableName);
  }

  private arnOf(index: TableIndex): string {
    return `${this.table.tableArn}/index/${index}`;
  }
}

/** The condition that any partition key of a request has one of these patterns. */
const anyKey = (patterns: readonly string[]) => ({
  'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': patterns },
});

/** A condition on the partition keys of a request; undefined for functions that may use any. */
const onlyKeys = (prefixes: readonly string[] | undefined) =>
  prefixes && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) } };
