import { enter } from '#shared/commands/users/enter';
import type { PageHandler } from '#shared/pages/page-kit';
import { cognitoClient } from '#shared/platform/cognito-client';
import { given, givenOr } from '#shared/platform/environment';
import type { Accounts } from '#shared/ports/accounts';
import type { SignInProvider } from '#shared/ports/sign-in-provider';
import { cognitoAccounts } from '#shared/providers/cognito/cognito-accounts';
import { cognitoSignIn } from '#shared/providers/cognito/cognito-sign-in';
import { workspaceNumber } from '#shared/providers/ids';
import { noAccounts, noSignIn } from '#shared/providers/no-sign-in';
import { directory } from '#shared/storage/directory';
import { signInAttempts } from '#shared/storage/sign-in-attempts';
import { signUps } from '#shared/storage/sign-ups';
import type { PageSurroundings } from '#shared/wiring/pages';

/** The identity provider of the deployment. */
export interface IdentityProvider {
  readonly provider: SignInProvider;
  readonly accounts: Accounts;
  /** A local stack sends no email and accepts any code. */
  readonly isLocal: boolean;
  /** Whether new users may sign up; by default as the deployment allows. */
  readonly isOpen?: boolean;
}

export function accountDependencies(around: PageSurroundings, identity: IdentityProvider) {
  const isOpen = identity.isOpen ?? !around.edge.deployment.off.includes('workspace_creation');
  const newNumber = () => workspaceNumber(around.randomBytes);
  return {
    ...around,
    ...identity,
    isOpen,
    proxies: around.proxies ?? 0,
    attempts: signInAttempts(around.table),
    signUps: signUps(around.table),
    provisionUser: enter({ ...around, directory: directory(around.table), newNumber, isOpen }),
  };
}

export type AccountDependencies = ReturnType<typeof accountDependencies>;
export type AccountPage = PageHandler<AccountDependencies>;

/** Cognito, or none on an emulator without Cognito. */
export function identityProvider(appUrl: string): IdentityProvider {
  const isLocal = given('stage') === 'local';
  const clientId = givenOr('userPoolClientId', '');
  if (clientId === '') return { provider: noSignIn(appUrl), accounts: noAccounts, isLocal, isOpen: false };
  const addresses = {
    poolId: given('userPoolId'),
    pageUrl: given('signInUrl'),
    keysUrl: given('signInKeysUrl'),
    appUrl,
  };
  return {
    provider: cognitoSignIn({ clientId, ...addresses }),
    accounts: cognitoAccounts({ client: cognitoClient(), clientId }),
    isLocal,
  };
}
