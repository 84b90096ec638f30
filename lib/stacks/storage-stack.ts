import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { CodeFor } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { DataKey } from '../constructs/data-key.ts';
import { FilesBucket } from '../constructs/files-bucket.ts';
import { MainTable } from '../constructs/main-table.ts';
import { SecretsKey } from '../constructs/secrets-key.ts';
import { ServiceUserPool } from '../constructs/user-pool.ts';

interface StorageStackProps extends StackProps {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
}

/** The stateful resources: the table, the files, the keys and the user pool. */
export class StorageStack extends Stack {
  readonly key: DataKey;
  readonly secrets: SecretsKey;
  readonly table: MainTable;
  readonly files: FilesBucket;
  /** Undefined without sign-in. */
  readonly userPool: ServiceUserPool | undefined;

  constructor(scope: Construct, id: string, { config, codeFor, ...props }: StorageStackProps) {
    super(scope, id, { ...props, terminationProtection: config.protectsData });
    this.key = new DataKey(this, 'DataKey', config);
    this.secrets = new SecretsKey(this, 'Secrets', config);
    this.table = new MainTable(this, 'Main', { config, key: this.key });
    this.files = new FilesBucket(this, 'Files', { config, key: this.key });
    this.userPool = config.hasSignIn
      ? new ServiceUserPool(this, 'People', {
          ...{ config, codeFor, account: this.account },
          ...{ secrets: this.secrets, table: this.table },
        })
      : undefined;

    new CfnOutput(this, 'TableName', { value: this.table.table.tableName });
    new CfnOutput(this, 'FilesBucketName', { value: this.files.bucket.bucketName });
    new CfnOutput(this, 'SecretsKeyId', { value: this.secrets.key.keyId });
    if (this.userPool) new CfnOutput(this, 'UserPoolId', { value: this.userPool.pool.userPoolId });
  }
}
