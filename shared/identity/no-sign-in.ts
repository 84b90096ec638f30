import { type Accounts, AccountsBusy } from '#shared/identity/ports/accounts';
import { SignInFailed, type SignInProvider } from '#shared/identity/ports/sign-in-provider';
import { SIGN_IN_PATHS } from '#shared/infrastructure-names';

/** Sign-in of a deployment without Cognito, such as an emulator that lacks it: every attempt fails. */
export const noSignIn = (appUrl: string): SignInProvider => ({
  begin: async () => `${appUrl}/sign-in/nowhere`,
  finish: async () => {
    throw new SignInFailed('broken');
  },
  endingPage: () => `${appUrl}${SIGN_IN_PATHS.ended}`,
});

const unavailable = async (): Promise<never> => {
  throw new AccountsBusy('This deployment has no user pool.');
};

export const noAccounts: Accounts = { signUp: unavailable, confirm: unavailable, sendAnotherCode: unavailable };
