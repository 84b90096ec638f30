import { RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { StageConfig } from '../config.ts';
import type { NodeFunction } from './node-function.ts';

/** What is sealed; the `resource` of its encryption context. */
export type Sealed =
  | 'webhook-secret'
  | 'cursor-key'
  | 'file-links'
  | 'handoff'
  | 'connect-link'
  | 'calendar-grant'
  | 'provider-client';

/** A webhook secret is sealed for its endpoint's id, a calendar's grant for its connection's; the keys behind cursors and links have a fixed name. */
const CONTEXT = {
  'webhook-secret': { StringLike: { 'kms:EncryptionContext:resource': 'whe_*' } },
  'connect-link': { StringLike: { 'kms:EncryptionContext:resource': 'ccl_*' } },
  'calendar-grant': { StringLike: { 'kms:EncryptionContext:resource': 'cal_*' } },
  'provider-client': { StringEquals: { 'kms:EncryptionContext:resource': 'provider-client' } },
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

  /** For who hands a secret on and never reads it again. */
  grantSeal(fn: NodeFunction, what: Sealed): void {
    this.grant(fn, ['kms:Encrypt'], what);
  }

  grantOpen(fn: NodeFunction, what: Sealed): void {
    this.grant(fn, ['kms:Decrypt'], what);
  }

  /** Which key it is; no permission hangs on that. */
  tell(fn: NodeFunction): void {
    fn.addEnvironment(ENV.keyId, this.key.keyId);
  }

  private grant(fn: NodeFunction, actions: string[], what: Sealed): void {
    this.tell(fn);
    fn.may(actions, [this.key.keyArn], CONTEXT[what]);
  }
}
