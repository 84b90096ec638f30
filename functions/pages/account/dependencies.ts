import { clientSecret } from '#shared/accounts/identity/cognito/client-secret';
import { cognitoAccounts } from '#shared/accounts/identity/cognito/cognito-accounts';
import { cognitoSignIn } from '#shared/accounts/identity/cognito/cognito-sign-in';
import { sealedSignUpProofs } from '#shared/accounts/identity/cognito/sealed-sign-up-proofs';
import { signIn } from '#shared/accounts/identity/commands/sign-in';
import { noAccounts, noSignIn } from '#shared/accounts/identity/no-sign-in';
import type { Accounts, SignInProvider, VerifiedPerson } from '#shared/accounts/identity/ports';
import { signInAttempts } from '#shared/accounts/identity/sign-in-attempts-store';
import { signUps } from '#shared/accounts/identity/sign-ups-store';
import type { PageHandler } from '#shared/api/page-kit/page-kit';
import { cognitoClient, kmsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import type { PageContext } from '#shared/wiring/pages';

/** The identity provider of the deployment. */
export interface IdentityProvider {
  readonly provider: SignInProvider;
  readonly accounts: Accounts;
  /** A local stack sends no email and accepts any code. */
  readonly isLocal: boolean;
  /** Whether new users may sign up; by default as the deployment allows. */
  readonly isOpen?: boolean;
}

export function accountDependencies(context: PageContext, identity: IdentityProvider) {
  const isOpen = identity.isOpen ?? !context.deployment.off.includes('workspace_creation');
  return {
    ...context,
    ...identity,
    isOpen,
    attempts: signInAttempts(context.table),
    signUps: signUps(context.table),
    signInUser: (person: VerifiedPerson) => signIn(context)(person, { isOpen }),
  };
}

export type AccountDependencies = ReturnType<typeof accountDependencies>;
export type AccountPage = PageHandler<AccountDependencies>;

/** Cognito, or none on an emulator without Cognito. */
export function identityProvider({ clock, kit: { appUrl } }: PageContext): IdentityProvider {
  const isLocal = requiredEnv('stage') === 'local';
  const clientId = envOr('userPoolClientId', '');
  if (clientId === '') return { provider: noSignIn(appUrl), accounts: noAccounts, isLocal, isOpen: false };
  const client = cognitoClient();
  const poolId = requiredEnv('userPoolId');
  const pool = { clientId, clientSecret: clientSecret(client, { poolId, clientId }) };
  const addresses = {
    poolId,
    pageUrl: requiredEnv('signInUrl'),
    keysUrl: requiredEnv('signInKeysUrl'),
    appUrl,
  };
  return {
    provider: cognitoSignIn({ ...pool, ...addresses }),
    accounts: cognitoAccounts({
      ...pool,
      client,
      proofs: sealedSignUpProofs(kmsSealer(kmsClient(), requiredEnv('keyId'))),
      clock,
    }),
    isLocal,
  };
}
