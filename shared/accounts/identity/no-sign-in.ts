import { type Accounts, AccountsBusy, SignInFailed, type SignInProvider } from '#shared/accounts/identity/ports';

/** For a deployment without an identity provider: an emulator without Cognito. */
export const noSignIn = (appUrl: string): SignInProvider => ({
  begin: async () => `${appUrl}/sign-in/nowhere`,
  finish: async () => {
    throw new SignInFailed('broken');
  },
  endingPage: () => `${appUrl}/sign-in/ended`,
});

const unavailable = async (): Promise<never> => {
  throw new AccountsBusy('There is no pool of people here.');
};

export const noAccounts: Accounts = { signUp: unavailable, confirm: unavailable, sendAnotherCode: unavailable };
