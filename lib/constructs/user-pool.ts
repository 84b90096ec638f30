import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccountRecovery, Mfa, UserPool, type UserPoolDomain, UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { type CodeFor, resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import type { SecretsKey } from './secrets-key.ts';
import { SignUpGuard } from './sign-up-guard.ts';

interface UserPoolProps {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  readonly account: string;
  readonly secrets: SecretsKey;
}

/** The Cognito user pool for sign-in by e-mail address and password. The service stores no passwords. */
export class ServiceUserPool extends Construct {
  readonly pool: UserPool;
  readonly domain: UserPoolDomain;
  readonly guard: SignUpGuard;

  constructor(scope: Construct, id: string, { config, codeFor, account, secrets }: UserPoolProps) {
    super(scope, id);
    const keep = config.data === 'retain';
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
      ...(config.mailFrom && { email: mailFrom(config.mailFrom) }),
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Prefixes are unique in a region over all accounts.
    this.domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: resourceName(config, account) },
    });
    this.guard = new SignUpGuard(this, 'SignUpGuard', { config, codeFor, pool: this.pool, secrets });
    this.suppressNagRules();
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

/** Mails by SES, from an address at a domain that SES has verified. */
const mailFrom = (fromEmail: string): UserPoolEmail =>
  UserPoolEmail.withSES({ fromEmail, fromName: 'Rapporteur', sesVerifiedDomain: fromEmail.replace(/^.*@/, '') });
