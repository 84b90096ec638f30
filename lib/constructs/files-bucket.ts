import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import type { NodeFunction } from './node-function.ts';

/** Recordings, transcripts and uploads, and the log of who read them. */
export class FilesBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { config, key }: { config: StageConfig; key: IKey }) {
    super(scope, id);
    const closed = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: config.data === 'keep' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    };
    const accessLog = new Bucket(this, 'AccessLog', {
      ...closed,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(config.logRetentionDays) }],
    });

    // No versions: every object is written once under its own name, and what is deleted for good must be gone.
    this.bucket = new Bucket(this, 'Bucket', {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      // The library's own class misses its own interface under exactOptionalPropertyTypes.
      serverAccessLogsBucket: accessLog as IBucket,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
  }

  grantRead(fn: NodeFunction): void {
    fn.addEnvironment(ENV.filesBucket, this.bucket.bucketName);
    fn.may(['s3:GetObject'], [this.bucket.arnForObjects('*')]);
    // Without it a file that is not there answers 403 and cannot be told from one that is forbidden.
    fn.may(['s3:ListBucket'], [this.bucket.bucketArn]);
    acknowledge(
      fn.role ?? fn,
      `AwsSolutions-IAM5[Resource::${this.exportedName()}/*]`,
      'Every object of the one bucket that holds files: keys begin with the workspace, and a function serves all of them.',
    );
  }

  grantReadWrite(fn: NodeFunction): void {
    this.grantRead(fn);
    fn.may(['s3:PutObject', 's3:DeleteObject'], [this.bucket.arnForObjects('*')]);
  }

  /** By what name other stacks import the bucket's ARN: cdk-nag calls its finding so. */
  private exportedName(): string {
    const stack = Stack.of(this);
    const { 'Fn::ImportValue': name } = stack.resolve(stack.exportValue(this.bucket.bucketArn));
    return String(name);
  }
}
