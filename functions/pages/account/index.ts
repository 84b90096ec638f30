import { cognitoAccounts } from '#shared/identity/cognito/cognito-accounts';
import { cognitoSignIn } from '#shared/identity/cognito/cognito-sign-in';
import { noAccounts, noSignIn } from '#shared/identity/no-sign-in';
import { cognitoClient } from '#shared/platform/cognito-client';
import { given, givenOr } from '#shared/platform/environment';
import { servedPages } from '#shared/wiring/pages';
import { accountNeeds } from './account-needs.ts';
import type { AccountNeeds } from './needs.ts';
import { accountPages } from './pages.ts';

/** Cognito; or nobody, on an emulator that has none. */
function whoIsAsked(appUrl: string): Pick<AccountNeeds, 'provider' | 'accounts'> & { readonly isOpen?: false } {
  const clientId = givenOr('userPoolClientId', '');
  if (clientId === '') return { provider: noSignIn(appUrl), accounts: noAccounts, isOpen: false };
  const addresses = {
    poolId: given('userPoolId'),
    pageUrl: given('signInUrl'),
    keysUrl: given('signInKeysUrl'),
    appUrl,
  };
  return {
    provider: cognitoSignIn({ clientId, ...addresses }),
    accounts: cognitoAccounts({ client: cognitoClient(), clientId }),
  };
}

export const handler = servedPages((around) =>
  accountPages({ ...accountNeeds(around), ...whoIsAsked(around.kit.appUrl), isLocal: given('stage') === 'local' }),
);
