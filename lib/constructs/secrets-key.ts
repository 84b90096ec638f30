import { RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { StageConfig } from '../config.ts';
import type { NodeFunction } from './node-function.ts';

/** What is sealed; the `resource` of its encryption context. */
export type Sealed = 'webhook-secret' | 'cursor-key' | 'file-links' | 'handoff';

/** A webhook secret is sealed for its endpoint's id; the keys behind cursors and links have a fixed name. */
const CONTEXT = {
  'webhook-secret': { StringLike: { 'kms:EncryptionContext:resource': 'whe_*' } },
  'cursor-key': { StringEquals: { 'kms:EncryptionContext:resource': 'cursor-key' } },
  handoff: { StringEquals: { 'kms:EncryptionContext:resource': 'handoff' } },
  'file-links': { StringEquals: { 'kms:EncryptionContext:resource': 'file-links' } },
} as const;

/** Seals the few secrets that the service must be able to read again. Each function opens only its own kind. */
export class SecretsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Rapporteur ${config.stage}: sealed secrets`,
      enableKeyRotation: true,
      removalPolicy: config.data === 'keep' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  grantSealAndOpen(fn: NodeFunction, what: Sealed): void {
    this.grant(fn, ['kms:Encrypt', 'kms:Decrypt'], what);
  }

  grantOpen(fn: NodeFunction, what: Sealed): void {
    this.grant(fn, ['kms:Decrypt'], what);
  }

  private grant(fn: NodeFunction, actions: string[], what: Sealed): void {
    fn.addEnvironment(ENV.keyId, this.key.keyId);
    fn.may(actions, [this.key.keyArn], CONTEXT[what]);
  }
}
