import { createHmac } from 'node:crypto';
import {
  type CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Accounts, AccountsBusy, type SignUpProofs } from '#shared/accounts/identity/ports';
import type { Clock } from '#shared/foundation/core/clock';

interface Needs {
  readonly client: Pick<CognitoIdentityProviderClient, 'send'>;
  readonly clientId: string;
  readonly clientSecret: () => Promise<string>;
  /** The pre-sign-up trigger demands one. */
  readonly proofs: Pick<SignUpProofs, 'make'>;
  readonly clock: Clock;
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

/** Of the custom message trigger, which is asked for an account that waits for a code alone. */
const OVER_LIMIT = 'UserLambdaValidationException';

const TEMPORARY: readonly string[] = [
  'LimitExceededException',
  'TooManyRequestsException',
  'TooManyFailedAttemptsException',
  'CodeDeliveryFailureException',
];

/**
 * Accounts in a Cognito user pool. Anyone may send these requests to Cognito, but not without the client's secret, and
 * no sign-up without a proof of ours.
 */
export const cognitoAccounts = ({ client, clientId: ClientId, clientSecret, proofs, clock }: Needs): Accounts => {
  /** https://docs.aws.amazon.com/cognito/latest/developerguide/signing-up-users-in-your-app.html */
  const account = async (Username: string) => {
    const SecretHash = createHmac('sha256', await clientSecret())
      .update(`${Username}${ClientId}`)
      .digest('base64');
    return { ClientId, Username, SecretHash };
  };
  return {
    async signUp({ email, password }) {
      const [who, proof] = await Promise.all([account(email), proofs.make(email, clock.now())]);
      const details = {
        Password: password,
        UserAttributes: [{ Name: 'email', Value: email }],
        ValidationData: [{ Name: 'proof', Value: proof }],
      };
      const request = client.send(new SignUpCommand({ ...who, ...details }));
      return resultOf(request, { InvalidPasswordException: 'rejected', ...each(REVEALS_ACCOUNT, 'there') }, 'made');
    },

    async confirm({ email, code }) {
      const request = client.send(new ConfirmSignUpCommand({ ...(await account(email)), ConfirmationCode: code }));
      return resultOf(request, each(WRONG_CODE, false), true);
    },

    async sendAnotherCode(email) {
      const request = client.send(new ResendConfirmationCodeCommand(await account(email)));
      await resultOf(request, each([...REVEALS_ACCOUNT, OVER_LIMIT], 'asked'), 'asked');
    },
  };
};

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
