import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';

/**
 * Encrypts the table, the files and the alarms. Whoever the table or the bucket lets in may use it through them, as
 * with a key that AWS manages; so no function's role names it, and none can open anything with it directly.
 */
export class DataKey extends Key {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id, {
      description: `Rapporteur ${config.stage}: table and files`,
      enableKeyRotation: true,
      removalPolicy: config.data === 'keep' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
            'kms:ViaService': [`dynamodb.${region}.amazonaws.com`, `s3.${region}.amazonaws.com`],
          },
        },
      }),
    );
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsIntoTheirTopic',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
  }
}
