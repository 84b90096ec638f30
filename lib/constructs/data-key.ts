import { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { removalPolicyOf } from '../removal-policy.ts';

/**
 * Encrypts the table and the files. A principal with access to the table or the bucket may use it through
 * that service, as with an AWS managed key. No role of a function names it, so none can use it directly.
 */
export class DataKey extends Key {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id, {
      description: `Rapporteur ${config.stage}: table and files`,
      enableKeyRotation: true,
      removalPolicy: removalPolicyOf(config),
    });
    const { account, region } = Stack.of(this);
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ThroughTableAndBucket',
        principals: [new AnyPrincipal()],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': account,
            // Amazon Transcribe encrypts its results with the key before S3 stores them.
            'kms:ViaService': ['dynamodb', 's3', 'transcribe'].map((service) => `${service}.${region}.amazonaws.com`),
          },
        },
      }),
    );
  }
}
