import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccountRecovery, Mfa, UserPool, type UserPoolDomain } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { named } from '../surroundings.ts';

/** Who signs in, by e-mail and password: Cognito keeps both, and we never see the password but on its way to it. */
export class People extends Construct {
  readonly pool: UserPool;
  readonly domain: UserPoolDomain;

  constructor(scope: Construct, id: string, { config, account }: { config: StageConfig; account: string }) {
    super(scope, id);
    const keep = config.data === 'keep';
    this.pool = new UserPool(this, 'Pool', {
      userPoolName: named(config, 'people'),
      // Where nobody makes workspaces but an operator, nobody signs up either.
      selfSignUpEnabled: !config.featuresOff.includes('workspace_creation'),
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // An address counts once its owner has typed the code that was sent there, also when it is changed.
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
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Prefixes are unique in a region over all accounts.
    this.domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: named(config, account) },
    });
    this.acceptFindings();
  }

  private acceptFindings(): void {
    acknowledge(
      this.pool,
      'AwsSolutions-COG2',
      'A second factor is the choice of whoever runs the deployment: Cognito can only ask all people for one, or none on its hosted page.',
    );
    acknowledge(
      this.pool,
      'AwsSolutions-COG8',
      'The Plus tier is paid for by each person who signs in; turn it on where its threat protection is wanted.',
    );
  }
}
