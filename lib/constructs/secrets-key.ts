import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { NodeFunction } from './node-function.ts';

/** The kinds of sealed secrets. */
export type Sealed =
  | 'webhook-secret'
  | 'order-webhook'
  | 'cursor-key'
  | 'file-links'
  | 'handoff'
  | 'connect-link'
  | 'client-state-key'
  | 'live-ticket-key'
  | 'calendar-access-key'
  | 'calendar-grant'
  | 'calendar-feed'
  | 'provider-client'
  | 'sign-up-proof'
  | 'recorder-secrets'
  | 'model-server'
  | 'unsubscribe-key'
  | 'media-url'
  | 'erasure-key'
  | 'oauth-key'
  | 'health';

/** The condition on the `resource` of the encryption context: the id of an endpoint, order, link or connection, or a fixed name. */
const CONTEXT = {
  'webhook-secret': { StringLike: { 'kms:EncryptionContext:resource': 'whe_*' } },
  'order-webhook': { StringLike: { 'kms:EncryptionContext:resource': 'ord_*' } },
  'connect-link': { StringLike: { 'kms:EncryptionContext:resource': 'ccl_*' } },
  'calendar-grant': { StringLike: { 'kms:EncryptionContext:resource': 'cal_*' } },
  'calendar-feed': { StringLike: { 'kms:EncryptionContext:resource': 'cfd_*' } },
  'provider-client': { StringEquals: { 'kms:EncryptionContext:resource': 'provider-client' } },
  'client-state-key': { StringEquals: { 'kms:EncryptionContext:resource': 'client-state-key' } },
  'live-ticket-key': { StringEquals: { 'kms:EncryptionContext:resource': 'live-ticket-key' } },
  'calendar-access-key': { StringEquals: { 'kms:EncryptionContext:resource': 'calendar-access-key' } },
  'cursor-key': { StringEquals: { 'kms:EncryptionContext:resource': 'cursor-key' } },
  'sign-up-proof': { StringEquals: { 'kms:EncryptionContext:resource': 'sign-up-proof' } },
  handoff: { StringEquals: { 'kms:EncryptionContext:resource': 'handoff' } },
  'recorder-secrets': { StringEquals: { 'kms:EncryptionContext:resource': 'recorder-secrets' } },
  'model-server': { StringEquals: { 'kms:EncryptionContext:resource': 'model-server' } },
  'media-url': { StringLike: { 'kms:EncryptionContext:resource': 'ing_*' } },
  'unsubscribe-key': { StringEquals: { 'kms:EncryptionContext:resource': 'unsubscribe-key' } },
  'erasure-key': { StringEquals: { 'kms:EncryptionContext:resource': 'erasure-key' } },
  'oauth-key': { StringEquals: { 'kms:EncryptionContext:resource': 'oauth-key' } },
  health: { StringEquals: { 'kms:EncryptionContext:resource': 'health' } },
  'file-links': { StringEquals: { 'kms:EncryptionContext:resource': 'file-links' } },
} as const;

/** The KMS key for secrets that the service has to read again. A function may use it for its own kinds of secrets only. */
export class SecretsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Rapporteur ${config.stage}: sealed secrets`,
      enableKeyRotation: true,
      removalPolicy: removalPolicyOf(config),
    });
  }

  grantSealAndOpen(fn: NodeFunction, kind: Sealed): void {
    this.grant(fn, ['kms:Encrypt', 'kms:Decrypt'], kind);
  }

  /** For a function that passes a secret on without reading it again. */
  grantSeal(fn: NodeFunction, kind: Sealed): void {
    this.grant(fn, ['kms:Encrypt'], kind);
  }

  grantOpen(fn: NodeFunction, kind: Sealed): void {
    this.grant(fn, ['kms:Decrypt'], kind);
  }

  /** Sets the id of the key, without a permission. */
  addKeyIdTo(fn: NodeFunction): void {
    fn.addEnvironment(ENV.keyId, this.key.keyId);
  }

  private grant(fn: NodeFunction, actions: string[], kind: Sealed): void {
    this.addKeyIdTo(fn);
    fn.allow(actions, [this.key.keyArn], CONTEXT[kind]);
  }
}
