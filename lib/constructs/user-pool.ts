import { Duration, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  Mfa,
  UserPool,
  type UserPoolDomain,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { type CodeFor, resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { mailIdentityArn } from '../mail-identity.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import { CodeGuard } from './code-guard.ts';
import type { MainTable } from './main-table.ts';
import type { SecretsKey } from './secrets-key.ts';
import { SignUpGuard } from './sign-up-guard.ts';

interface UserPoolProps {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  readonly account: string;
  readonly secrets: SecretsKey;
  readonly table: MainTable;
}

/** The Cognito user pool for sign-in by e-mail address and password. The service stores no passwords. */
export class ServiceUserPool extends Construct {
  readonly pool: UserPool;
  readonly domain: UserPoolDomain;
  readonly guard: SignUpGuard;

  constructor(scope: Construct, id: string, { config, codeFor, account, secrets, table }: UserPoolProps) {
    super(scope, id);
    this.pool = new UserPool(this, 'Pool', {
      userPoolName: resourceName(config, 'people'),
      // Without self-service workspaces there is no self-service sign-up.
      selfSignUpEnabled: !config.featuresOff.includes('workspace_creation'),
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // An e-mail address is used once it is verified by a code, also after it was changed.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OFF,
      ...(config.mailFrom && { email: mailsFrom(config.mailFrom, Stack.of(this).region) }),
      deletionProtection: config.protectsData,
      removalPolicy: removalPolicyOf(config),
    });
    if (config.mailIdentity) this.sendBy(config.mailIdentity);
    // Prefixes are unique in a region over all accounts.
    this.domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: resourceName(config, account) },
    });
    this.guard = new SignUpGuard(this, 'SignUpGuard', { config, codeFor, pool: this.pool, secrets });
    new CodeGuard(this, 'CodeGuard', { config, codeFor, pool: this.pool, table });
    this.suppressNagRules();
  }

  /** The construct of the pool takes the address or its own domain alone. */
  private sendBy(identity: string): void {
    const resource = this.pool.node.defaultChild;
    if (!(resource instanceof CfnUserPool)) throw new Error('The user pool has no resource.');
    resource.addPropertyOverride('EmailConfiguration.SourceArn', mailIdentityArn(this, identity));
  }

  private suppressNagRules(): void {
    suppressNagRule(
      this.pool,
      'AwsSolutions-COG2',
      'The operator of a deployment decides about MFA: the hosted page of Cognito requires it of all people or of none.',
    );
    suppressNagRule(
      this.pool,
      'AwsSolutions-COG8',
      'The Plus tier is billed by active person. Turn it on where threat protection is needed.',
    );
  }
}

/** Mails by SES, in the region of the pool. */
const mailsFrom = (fromEmail: string, sesRegion: string): UserPoolEmail =>
  UserPoolEmail.withSES({ fromEmail, fromName: 'Rapporteur', sesRegion });
