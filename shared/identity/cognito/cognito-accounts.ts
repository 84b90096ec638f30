import {
  type CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Accounts, AccountsBusy } from '#shared/identity/ports/accounts';

interface Needs {
  readonly client: Pick<CognitoIdentityProviderClient, 'send'>;
  readonly clientId: string;
}

/** Errors that reveal whether an account exists. Callers treat them like a success, so that the pages do not reveal it. */
const REVEALS_ACCOUNT: readonly string[] = [
  'UsernameExistsException',
  'AliasExistsException',
  'UserNotFoundException',
  // The account is confirmed already.
  'NotAuthorizedException',
  'InvalidParameterException',
];

const WRONG_CODE: readonly string[] = [...REVEALS_ACCOUNT, 'CodeMismatchException', 'ExpiredCodeException'];

const TEMPORARY: readonly string[] = [
  'LimitExceededException',
  'TooManyRequestsException',
  'TooManyFailedAttemptsException',
  'CodeDeliveryFailureException',
];

/** Accounts in a Cognito user pool. These operations are unauthenticated: they need only the client's id. */
export const cognitoAccounts = ({ client, clientId: ClientId }: Needs): Accounts => ({
  async signUp({ email, password }) {
    const UserAttributes = [{ Name: 'email', Value: email }];
    const request = client.send(new SignUpCommand({ ClientId, Username: email, Password: password, UserAttributes }));
    return resultOf(request, { InvalidPasswordException: 'rejected', ...each(REVEALS_ACCOUNT, 'there') }, 'made');
  },

  async confirm({ email, code }) {
    const request = client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code }));
    return resultOf(request, each(WRONG_CODE, false), true);
  },

  async sendAnotherCode(email) {
    const request = client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }));
    await resultOf(request, each(REVEALS_ACCOUNT, 'asked'), 'asked');
  },
});

const each = <Meaning>(names: readonly string[], meaning: Meaning): Readonly<Record<string, Meaning>> =>
  Object.fromEntries(names.map((name) => [name, meaning]));

/** The result of a request that succeeded, or failed with one of these errors. */
async function resultOf<Good, Refused>(
  request: Promise<unknown>,
  refusals: Readonly<Record<string, Refused>>,
  good: Good,
): Promise<Good | Refused> {
  try {
    await request;
    return good;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const refused = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
    if (refused !== undefined) return refused;
    if (TEMPORARY.includes(name)) throw new AccountsBusy('The user pool throttles requests.', { cause: error });
    throw error;
  }
}
