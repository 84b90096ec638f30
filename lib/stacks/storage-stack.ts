import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { DataKey } from '../constructs/data-key.ts';
import { FilesBucket } from '../constructs/files-bucket.ts';
import { MainTable } from '../constructs/main-table.ts';
import { People } from '../constructs/people.ts';
import { SecretsKey } from '../constructs/secrets-key.ts';

interface StorageStackProps extends StackProps {
  readonly config: StageConfig;
}

/** What must survive: the table, the files and the keys that open them, and who signs in. */
export class StorageStack extends Stack {
  readonly key: DataKey;
  readonly secrets: SecretsKey;
  readonly table: MainTable;
  readonly files: FilesBucket;
  /** Nobody, where nobody can sign in. */
  readonly people: People | undefined;

  constructor(scope: Construct, id: string, { config, ...props }: StorageStackProps) {
    super(scope, id, { ...props, terminationProtection: config.data === 'keep' });
    this.key = new DataKey(this, 'DataKey', config);
    this.secrets = new SecretsKey(this, 'Secrets', config);
    this.table = new MainTable(this, 'Main', { config, key: this.key });
    this.files = new FilesBucket(this, 'Files', { config, key: this.key });
    this.people = config.hasSignIn ? new People(this, 'People', { config, account: this.account }) : undefined;

    new CfnOutput(this, 'TableName', { value: this.table.table.tableName });
    new CfnOutput(this, 'FilesBucketName', { value: this.files.bucket.bucketName });
    new CfnOutput(this, 'SecretsKeyId', { value: this.secrets.key.keyId });
    if (this.people) new CfnOutput(this, 'UserPoolId', { value: this.people.pool.userPoolId });
  }
}
