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

/** Answers that tell who has an account; what comes of them reads alike on every page. */
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
    return unless(asked, { InvalidPasswordException: 'rejected', ...each(SAYS_WHO_IS_THERE, 'there') }, 'made');
  },

  async confirm({ email, code }) {
    const asked = client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code }));
    return unless(asked, each(WRONG_CODE, false), true);
  },

  async sendAnotherCode(email) {
    const asked = client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }));
    await unless(asked, each(SAYS_WHO_IS_THERE, 'asked'), 'asked');
  },
});

const each = <Meaning>(names: readonly string[], meaning: Meaning): Readonly<Record<string, Meaning>> =>
  Object.fromEntries(names.map((name) => [name, meaning]));

/** What it means that the call went well, or was refused in one of these ways. */
async function unless<Good, Refused>(
  asked: Promise<unknown>,
  refusals: Readonly<Record<string, Refused>>,
  good: Good,
): Promise<Good | Refused> {
  try {
    await asked;
    return good;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const refused = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
    if (refused !== undefined) return refused;
    if (BUSY.includes(name)) throw new AccountsBusy('The pool of people takes no more for now.', { cause: error });
    throw error;
  }
}
