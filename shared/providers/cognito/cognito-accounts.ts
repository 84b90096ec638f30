import {
  type CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Accounts, AccountsBusy } from '#shared/ports/accounts';

interface Needs {
  readonly client: Pick<CognitoIdentityProviderClient, 'send'>;
  readonly clientId: string;
}

/** Answers that would tell who has an account; here they read like any other. */
const SAYS_WHO_IS_THERE: readonly string[] = [
  'UsernameExistsException',
  'AliasExistsException',
  'UserNotFoundException',
  // Confirmed already.
  'NotAuthorizedException',
  'InvalidParameterException',
];

const WRONG_CODE: readonly string[] = [...SAYS_WHO_IS_THERE, 'CodeMismatchException', 'ExpiredCodeException'];

const BUSY: readonly string[] = [
  'LimitExceededException',
  'TooManyRequestsException',
  'TooManyFailedAttemptsException',
  'CodeDeliveryFailureException',
];

/** Cognito's pool of people; these three calls need no rights but the client's id. */
export const cognitoAccounts = ({ client, clientId: ClientId }: Needs): Accounts => ({
  async signUp({ email, password }) {
    const UserAttributes = [{ Name: 'email', Value: email }];
    const asked = client.send(new SignUpCommand({ ClientId, Username: email, Password: password, UserAttributes }));
    return unless(asked, ['InvalidPasswordException'], SAYS_WHO_IS_THERE);
  },

  async confirm({ email, code }) {
    const asked = client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code }));
    return (await unless(asked, WRONG_CODE, [])) === 'asked';
  },

  async sendAnotherCode(email) {
    await unless(client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email })), [], SAYS_WHO_IS_THERE);
  },
});

async function unless(
  asked: Promise<unknown>,
  rejections: readonly string[],
  silent: readonly string[],
): Promise<'asked' | 'rejected'> {
  try {
    await asked;
    return 'asked';
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (rejections.includes(name)) return 'rejected';
    if (silent.includes(name)) return 'asked';
    if (BUSY.includes(name)) throw new AccountsBusy('The pool of people takes no more for now.', { cause: error });
    throw error;
  }
}
