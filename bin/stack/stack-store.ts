import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';
import type { Table } from '#shared/foundation/core/table';
import { documentClient } from '#shared/foundation/dynamodb/client';
import { dynamoTable } from '#shared/foundation/dynamodb/table';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';

/** Where a deployed stack keeps its rows and seals its secrets. */
export interface StackStore {
  readonly tableName: string;
  /** The KMS key of secrets. */
  readonly secretsKeyId: string;
}

interface Opened {
  readonly table: Table;
  readonly sealer: ReturnType<typeof kmsSealer>;
}

/** Opens the table of a stack in an emulator and the sealer of its secrets, and closes their clients afterwards. */
export const withStackStore = <Result>(
  aws: AwsEndpoint,
  { tableName, secretsKeyId }: StackStore,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> =>
  withClient(new DynamoDBClient(emulatorConfig(aws)), (dynamo) =>
    withClient(new KMSClient(emulatorConfig(aws)), (kms) =>
      use({ table: dynamoTable(documentClient(dynamo), tableName), sealer: kmsSealer(kms, secretsKeyId) }),
    ),
  );
